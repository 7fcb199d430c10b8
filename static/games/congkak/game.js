/**
 * Congkak beyond its drawing: sowing by hand before the server has answered, and the opening, in which both choose at once and in
 * secret.
 */

import { addModule } from "../../boards/games.js";
import { t } from "../../i18n.js";
import { nextDrop, predict } from "./hand_sowing.js";

addModule("congkak", {
  predict,
  nextDrop,

  askable(facts) {
    const hidden = this.scene(facts).waiting;
    const choosing = this.roles.filter((role) => facts.choosing.includes(role) || hidden.includes(role));
    return { ...facts, choosing, sealed: { south: null, north: null } };
  },

  waits(facts, role) {
    if (facts.phase !== "opening") return null;
    if (facts.ended.includes(role)) return t("Your turn in the opening has ended: waiting for the other player.");
    const chosen = this.scene(facts).waiting.includes(role);
    return chosen ? t("You have already chosen: waiting for the other player.") : null;
  },

  // By hand: where the shells would fall if none is misplaced. While both sow at once nobody can tell.
  ahead(facts, role) {
    const options = { ...facts.options, sowing: "auto" };
    const [other] = this.roles.filter((one) => one !== role);
    if (facts.hand[role] || (facts.phase === "opening" && facts.options.sowing === "hand")) return null;
    if (facts.phase !== "opening" || facts.ended.includes(other)) return { facts: { ...facts, options }, firstLap: false };
    // While both sow at once only the first lap is certain: it is as if the role sowed alone.
    const alone = { phase: "turn", control: role, choosing: [role], sealed: { south: null, north: null }, ended: [] };
    return { facts: { ...facts, ...alone, options: { ...options, opening: role } }, firstLap: true };
  },
});

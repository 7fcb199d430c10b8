/** Mancala beyond its drawing: why a match has ended. */

import { addModule } from "../../boards/games.js";
import { t } from "../../i18n.js";

addModule("mancala", { ending: () => t("all pits are empty") });

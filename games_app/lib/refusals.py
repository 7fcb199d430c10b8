"""Refusals: a machine-readable code, its arguments, and a sentence for the user; all sentences are here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext

from games_app.games.refusals import sentences
from games_app.games.rules import IllegalAction

SENTENCES: Mapping[str, str] = {
    "not_seated": "You're watching this match. Only its two players can do that.",
    "stale": "The position changed before your action arrived. Look at the board and choose again.",
    "not_your_turn.other": "It is not your turn: {mover} must act first.",
    "wrong_phase": "That is not possible now: {reason}.",
    "time_is_up": "The time was up before your action arrived.",
    "not_due": "It's too early for that.",
    "no_such_match": "There is no match at this address.",
    "unknown_rules": "This match was played under version {rules} of the rules of {name}."
    " This site has version {version}.",
    "already_seated": "You already have a seat in this match. Send the link to a friend.",
    "offer_taken": "Somebody else was faster. Choose another offer, or make your own.",
    "offer_begun": "Somebody has just taken your own offer. Your match has begun.",
    "not_invited": "This invitation is for somebody else.",
    "not_played_with": "You can invite friends, people you have played with, and people who are open to"
    " invitations if you have an account.",
    "friends_need_accounts": "Friends need an account each, and one of you has none."
    " Create one, then ask again.",
    "too_many_friends": "One of you has {limit} friends already. Remove somebody from your list first.",
    "too_many_friend_requests": "You have asked {limit} people today. Try again tomorrow.",
    "too_many_friend_requests_open": "{limit} people have not answered you yet. Withdraw a request first.",
    "blocked_by_you": "You have blocked this person. Unblock them to invite them.",
    "too_many_invitations": "You have invited this person {limit} times today. Try again tomorrow.",
    "invited_today": "You have already invited this person today. Try again tomorrow.",
    "too_many_strangers": "You can invite {limit} new people a day. Try again tomorrow.",
    "seat_taken": "Somebody else took the free seat a moment ago. You can watch.",
    "invitation_expired": "This invitation has expired. Start a new match and send its link.",
    "same_name": "{name} is the other player's name here. Choose another for this match.",
    "name_reserved": "{name} is, or looks like, the name of somebody with an account. Choose another.",
    "name_of_bots": "Names that begin with BOT belong to programs. Choose another.",
    "bot_keeps_name": "A bot keeps its name: {name}.",
    "bad_name.length": "A name has {least} to {most} characters; this one has {n}.",
    "bad_name.invisible": "A name can't contain control, direction or blank characters."
    " Use letters, digits and spaces.",
    "bad_name.letterless": "A name needs at least one letter or digit.",
    "bad_name.accents": "A letter in a name can have at most {most} accents, written after it.",
    "bad_name.alphabets": "A word in a name can't mix Latin letters with Greek or Cyrillic ones:"
    " they look alike.",
    "bad_name.computer": "That name belongs to the computer. Choose another name.",
    "bad_name.withdrawn": "People who have left are called {name} here. Choose another name.",
    "bot_needs_owner": "A bot needs an owner: log in to your own account and give the name of another one.",
    "bot_already": "One of the two accounts is a bot already.",
    "bot_with_role": "A moderator's account can't become a bot.",
    "bot_has_played": "That account has played, or has a match waiting. Only a fresh account becomes a bot.",
    "bot_name_too_long": "That name is too long for a bot. Give the account one of at most {limit} letters.",
    "too_many_bots": "You have {limit} bots. That is the most that one person can have.",
    "bot_declines": "{name} doesn't take this challenge. It takes: {takes}.",
    "bot_paused": "{name} takes no challenges at present.",
    "bot_busy": "{name} plays as many matches at once as it takes: {limit}. Try again later.",
    "bot_asked": "{name} has not answered {limit} challenges of yours yet. Wait, or cancel one.",
    "rated_own_rules": "Matches by these rules are never rated. Choose a casual match.",
    "bot_has_no_friends": "Bots have no friends. You can challenge one on its page.",
    "bot_in_lobby": "Bots can't use the lobby. Challenge people and bots, or wait to be challenged.",
    "rated_needs_account": "This match is rated, so you need an account."
    " Create one or log in, then come back.",
    "proxy_fault": "Nothing was changed. This site isn't set up right for https. Tell the people who run it.",
    "rated_needs_bot": "In rated matches, programs play as bots only."
    " Play this match on its page, or make a casual one.",
    "rating_outside": "This offer is for ratings from {low} to {high}. Yours is {own}.",
    "not_the_maker": "Only the person who made this match can do that.",
    "withdrawn": "You have withdrawn your name from this site. Reload the page.",
    "nobody": "The server doesn't know who you are. Allow cookies for this site and reload the page.",
    "bad_token": "This token is unknown, revoked or expired. Make one on your account page.",
    "token_in_address": "A token in an address can be read by others. Revoke it, and send one in"
    " Authorization.",
    "out_of_scope": 'This token lacks the scope "{scope}". Make one that has it on your account page.',
    "no_token": "This needs a personal token. Make one on your account page, and send it in Authorization.",
    "too_many_streams": "You have {limit} streams open. Close one first.",
    "unknown_place": "after must be an id from your stream, at most {days} days old."
    " Leave it out, and read your matches.",
    "no_offer": "That offer is no longer open.",
    "own_offer": "That is your own offer. The other player answers it.",
    "not_your_offer": "That offer is not yours to withdraw. You can decline it.",
    "offered_before": "You have already offered that. Make a move before you offer it again.",
    "offered_before.continue": "You have already asked to play on. The other player can ask, too.",
    "paused": "The match is paused. Ask the other player to play on, or wait until the pause ends.",
    "paused.by_others": "The people who began this game have paused it. They let it go on.",
    "not_paused": "The match is not paused. Just play on.",
    "pause_length": "A pause lasts 15, 60, 1440, 4320, 10080 or 20160 minutes. Other offers have no length.",
    "holiday_days.order": "The last day can't be before the first.",
    "holiday_days.range": "A holiday begins today or later, and ends within a year.",
    "holiday_overlaps": "You have a holiday on one of these days already.",
    "too_many_holidays": "You can take {limit} days of holiday a year. In {year} you have {left} left.",
    "no_pause.computer": "The computer waits as long as you like. You don't need a pause.",
    "no_pause.tournament": "Other people of the tournament wait for this game. It can't be paused.",
    "answer_first": "The other player has asked you the same. Answer that first.",
    "no_takebacks": "This match is without takebacks.",
    "nothing_to_take_back": "You have no move to take back yet.",
    "choice_sealed": "One of you has chosen in secret. Ask again when both choices are shown.",
    "nothing_sealed": "You have no secret choice to change. Once both have chosen, both are shown.",
    "both_have_acted": "You have both begun to play. Resign, or offer a draw.",
    "no_clock": "This match has no clocks, so no time can be given.",
    "time_enough": "The other player has enough time.",
    "open_already": "These people can already watch the match.",
    "not_deserted": "You can end the match after {days} days without a move and without the other player.",
    "only_closer": "Only the person who made the match can let more people watch it.",
    "hidden": "A moderator has hidden this match. Only a moderator can let others watch it again.",
    "not_hidden": "This match is not hidden.",
    "not_away": "The other player is not away on their turn.",
    "not_away_long": "The other player has not been away long enough. Wait {seconds} s more.",
    "already_offered": "You have offered a rematch. It begins when the other player accepts.",
    "rematch_declined": "The other player has declined another match. They can offer one themselves.",
    "rematch_exists": "The rematch has already begun.",
    "too_many_asides": "You have done that too often. Try again in {seconds} s.",
    "no_chat": "There is no chat in this match.",
    "phrases_only": "Only quick phrases can be sent in this match.",
    "no_tips": "You agreed on no tips in this match.",
    "tips_unrated": "There are no tips in a rated match.",
    "tip_mid_turn": "There is nothing to choose before this sowing has ended.",
    "nearby_already": "It's already set that way.",
    "chat_closed": "You can't read or write in that chat now.",
    "chat_empty": "There is nothing to send. Write something first.",
    "chat_too_long": "A message has at most {limit} characters; this one has {n}.",
    "chat_too_fast": "You are sending messages too fast. Wait {seconds} s, then send it again.",
    "chat_repeated": "You have sent that already. Wait a minute before you send it again.",
    "chat_abusive": "That contains a word that isn't allowed here. Please say it differently.",
    "too_many_reports": "You have sent {limit} reports today. Thank you; the moderators will read them.",
    "reported_already": "People at your internet address have reported this person {limit} times today."
    " The moderators will read those reports.",
    "left_too_often": "You left {left} of your last {of} games with strangers."
    " You can play strangers again in {minutes} min.",
    "left_by_guests": "Guests at your address left {left} of their last {of} games with strangers."
    " Log in to play strangers now, or wait {minutes} min.",
    "muted": "A moderator has paused your chat until {until} UTC. {reason}"
    " Open the page with your name to appeal.",
    "muted.owner": "A moderator has paused this bot's owner until {until} UTC. {reason}"
    " The owner can appeal.",
    "members_only": "Only invited people can start games here. Ask the people who run this site.",
    "members_only.site": "This site is open to its members only.",
    "barred": "A moderator has paused your account until {until} UTC. {reason}"
    " You can still watch and read. Open the page with your name to appeal.",
    "barred.network": "A moderator has paused new games and chats from your network until {until} UTC."
    " {reason} You can still watch and read.",
    "barred.owner": "A moderator has paused this bot's owner until {until} UTC. {reason}"
    " The owner can appeal.",
    "malformed": "The server could not read that message: {problem}.",
    "too_large": "That message is too large: {size} bytes, at most {limit} are allowed.",
    "too_large.body": "That is too large: the limit is {most} bytes.",
    "too_many_analyses": "{limit} analyses for your network are already waiting. Try again in {seconds} s.",
    "too_fast": "That was too fast. Wait {seconds:.1f} s, then try again.",
    "too_fast.notes": "Too many notes at once. Wait {seconds} s, then send it again.",
    "too_many_pages": "Too many pages of this site are open at your address. Close some, then try again.",
    "too_many_waiting": "You already have {limit} matches waiting for a friend. Cancel one first.",
    "too_many_forms": "Too many requests came from your address. Try again in {seconds} s.",
    "too_many_guesses": "Too many passwords were tried for this name. Try again in {seconds} s."
    " You can log in now with a passkey, with a phrase, or in a browser where you have logged in before.",
    "too_many_passwords": "Too many passwords were tried here. Try again in {seconds} s.",
    "another_tab": "You have just begun in another tab of this browser. Go on there, or wait {seconds} s.",
    "looking_already": "You are already looking for a game in another tab of this browser.",
    "too_many_guests": "Too many new players came from your address. Try again in {seconds} s.",
    "in_play": "This position can't be analysed now. Try again later.",
    "in_play.start": "Play can't begin at this position now. Try again later.",
    "in_play.tip": "There is no tip for this position now. Ask again after your next move.",
    "in_play.explorer": "What was played here can't be shown now. Try again later.",
    "in_play.puzzle": "This puzzle can't be solved now. Try it again later.",
    "seated": "You are playing this game against somebody. Ask the engine again when that match is over.",
    "seated.explorer": "You are playing this game against somebody. Look here again when that match is over.",
    "seated.start": "You are playing this game against somebody."
    " Play from a position when that match is over.",
    "seated.tip": "You are playing this game against somebody else too."
    " There are no tips until that match is over.",
    "no_engine": "This position can't be analysed: the game is over, a move is half done,"
    " or both sides are to choose.",
    "no_engine.tip": "There are no tips in this game.",
    "unplayed": "There is nothing to analyse: this match wasn't played.",
    "impossible_match.stranger_at_one_screen": "At one screen you play with somebody beside you.",
    "impossible_match.rated_without_time": "A rated match needs a clock: minutes, or days for each turn.",
    "impossible_match.stranger_without_time": "With somebody you don't know, choose minutes or days"
    " for each turn.",
    "impossible_match.pause_without_clock": "Without minutes on a clock there is nothing that could wait.",
    "impossible_match.claim_within_days": "With days for each turn nobody has to be there.",
    "impossible_match.stranger_without_claim": "With somebody you don't know, let the other player claim"
    " if one leaves.",
    "impossible_match.rated_at_one_screen": "A rated match has two players, each at their own screen.",
    "impossible_match.rated_unpaired": "The first player has a proved win, so a rated match is two games,"
    " or has an even opening.",
    "impossible_match.no_such_handicap": "Say what the handicap is, and which side gets it.",
    "impossible_match.no_such_head_start": "This game has no such head start. Choose one of the list.",
    "impossible_match.head_start_elsewhere": "A head start belongs to the usual start."
    " Choose one of the two.",
    "impossible_match.other_clock": "Unequal clocks need minutes for both sides, or days for both, and less"
    " for the side without the handicap.",
    "impossible_match.first_move_taken": "The first move can be given only to the side that moves first"
    " alone. Choose your side, or another opening.",
    "impossible_match.first_move_in_series": "Sides are swapped in a series, so nobody has the first move"
    " in all of its games. Choose one game.",
    "impossible_match.rated_handicap": "A match with a handicap is never rated.",
    "impossible_match.game": "There is no game {game}. There are: {allowed}.",
    "impossible_match.option": "options: {game} has no {name}.",
    "impossible_match.options": "Such a match can't be made here: {error}.",
    "impossible_match.field": "{field}: {problem}",
    "impossible_match.term": "{name}: this match can't have that.",
    "impossible_match.computer": "opponent: the computer doesn't play this game.",
    "impossible_match.moves": "Move {n}, {move}, can't be played there.",
    "unfinished.board": "Only positions of a match that is over can be set up here.",
    "sealed": "One choice was still secret there. Choose another place in the match.",
    "no_such_position": "This isn't a position of the game: {problem}.",
    "no_such_position.game": "There is no game {game}. There are: {allowed}.",
    "bad_query.number": "{name} must be a whole number from 0 to {most}.",
    "bad_query.explorer": 'rules must be "one" or "all", and band one of: {bands}.',
    "bad_query.field": "{field}: {problem}",
    "bad_query.cursor": 'before must be a cursor from a Link header with rel="next".',
    "bad_query.name": "name must be a whole name, of at most {most} characters.",
    "bad_query.game": "game must be the slug of a rule set, from games.",
    "bad_query.format": "Only JSON is given here. Leave format out.",
    "bad_query.position": "The position in this address can't be read.",
    "bad_query.ply": "ply must be a number from 0 to {last}.",
    "bad_query.round": "This match has no such round.",
    "bad_query.plies": "from and to must be plies from 0 to {last}, from before to.",
    "bad_query.side": "side must be one of: {roles}.",
    "unfinished": "You can play from a match when it is over.",
    "over": "The game is over there: nothing is left to play.",
    "half_done": "Play can't begin in the middle of a move.",
    "half_done.head_start": "Play can't begin here: the match began with a head start.",
    "too_far": "That is too far into the game: play can begin after 200 moves at most.",
    "no_note.no_ply": "This match has no ply {ply}.",
    "no_note.too_long": "A note has at most {most} characters.",
    "no_note.unreadable": "That note can't be saved.",
    "no_note.match_full": "A match can have at most {most} notes.",
    "no_note.full": "You have {most} notes, which is the limit. Delete some first, in any match.",
    "no_note.running": "While the game runs, notes are for you alone. Choose other readers after it.",
    "no_note.not_seated": "Only the two players write notes for the two players.",
    "no_note.children": "In games of a class, notes are for yourself only.",
    "no_note.no_words": "There are no words in the chat of this game, so notes are for yourself only.",
    "no_note.too_many": "You have written {limit} notes for others today. Try again tomorrow.",
    "bad_annotation": "That can't be drawn on this board.",
    "too_many_moves": "There is no room for more moves: {most} are stored. Delete a variation first.",
    "no_shared_review": "Nobody reviews this game together now. Press Review together to begin.",
    "no_shared_review.running": "This game isn't over yet. Review it together after its end.",
    "no_shared_review.nameless": "Choose a name first, then you can take part.",
    "no_shared_review.not_leader": "Somebody else leads now. Ask for the lead.",
    "no_shared_review.not_yours": "Only its leader and the players of the game can do that.",
    "no_shared_review.nobody": "They don't ask for the lead any more.",
    "no_shared_review.place": "There is no such place in this game.",
    "no_shared_review.line": "A line that you show has 1 to {most} moves.",
    "no_shared_review.full": "There is no room for more arrows and rings. Remove some first.",
    "bad_subscription": "This browser's push service can't be used. Try another browser.",
    "bad_address": "Give a public address that begins with https, without a port.",
    "not_on_the_way": "taken: these are not the first decisions of the solution.",
    "not_on_the_way.page": "The server couldn't read that. Reload the page.",
    "not_done": "That isn't possible here.",
    "not_done.report": "There is no open report {number}.",
    "not_done.message": "There is no message {number}.",
    "not_done.notice": "There is no notice {number}.",
    "not_done.note": "There is no note {number}.",
    "not_done.appeal": "This person has no open appeal.",
    "not_done.time": "Choose a time between a minute and a year.",
    "not_done.person": "There is no person {id}. You find the id at the end of their page's address.",
    "not_done.match": "There is no match {id}.",
    "not_done.club": "There is no club {id}. You find the id at the end of its page's address.",
    "not_done.class": "Only its teachers delete a class, together with the data of its children.",
    "not_done.account": "There is no account {name}.",
    "not_done.number": "{text} is not a number.",
    "not_done.own_report": "This report is about you. Another moderator must decide.",
    "not_done.own_match": "You play in this match. Another moderator must decide.",
    "not_done.oneself": "That is about you. Another moderator must decide.",
    "not_done.opponent": "You are playing against this person. Another moderator must decide.",
    "not_done.role": "Only an administrator can act on people with a role here, and only an owner on owners.",
    "not_done.link": "This link no longer works.",
    "not_done.member_owner": "{name} is an owner and stays a member.",
    "not_done.last_owner": "{name} is the only owner. Make somebody else an owner first.",
    "tournament_full": "This tournament has {limit} people, and that is the most.",
    "tournament_closed": "Nobody else can join this tournament now. Ask {name}, who made it.",
    "tournament_begun": "This tournament has begun already.",
    "tournament_begun.join": "This knockout has begun. Nobody can join it any more.",
    "tournament_not_over": "This tournament is not over yet.",
    "tournament_over": "This tournament is over.",
    "too_many_tournaments": "You have {limit} tournaments that are not over. End one of them first.",
    "too_few_people": "At least two people must have joined.",
    "entered_already": "You already take part in this tournament.",
    "entry_left": "You have left this tournament, so you can't join it again. You can watch.",
    "entry_removed": "{name} has taken you out of this tournament. You can watch.",
    "not_entered": "Only people who take part in this tournament can do that.",
    "no_entry": "Nobody with this number takes part.",
    "not_the_organizer": "Only {name}, who made this tournament, can do that.",
    "name_in_tournament": "{name} is, or looks like, the name of somebody here. Choose another.",
    "no_pairing": "There is no such game in this tournament.",
    "pairing_decided": "This game has a result already.",
    "pairing_running": "This game is being played already.",
    "pairing_not_begun": "This game could not begin. Ask {name}, who made this tournament.",
    "pairing_of_others": "Only the two people of this game can do that.",
    "pairing_without_device": "One of you has no device here. Play at one screen.",
    "no_appointment": "You have no such arranged game.",
    "appointment_closed": "This game can't be changed any more.",
    "appointment_changed": "The time has changed meanwhile. Look at it again.",
    "appointment_not_asked": "{name} answers this time.",
    "appointment_time": "Choose a time that is at least {minutes} minutes and at most {days} days ahead.",
    "appointment_late": "This game of a tournament must begin before {moment} UTC. Choose an earlier time.",
    "appointment_early": "You can begin {minutes} minutes before the time.",
    "appointment_with_stranger": "You can arrange games with friends and with people you have played with.",
    "too_many_appointments": "You have {limit} arranged games ahead. Cancel one of them first.",
    "too_many_appointments.pair": "The two of you have {limit} arranged games ahead."
    " Cancel one of them first.",
    "too_many_times": "This time was changed {limit} times. Cancel the game and arrange a new one.",
    "not_in_club": "Only members of this club can do that.",
    "not_in_club.helper": "Only the owner and the helpers of this club can do that.",
    "not_in_club.owner": "Only {name}, who owns this club, can do that.",
    "club_link": "This link to a club is no longer valid. Ask the people of the club for the new one.",
    "locked": "You are in a class. Only its teacher can change that.",
    "locked.outside": "Children of a class meet only the people of their class.",
    "locked.lobby": "Children of a class make no offers in the lobby. Send your link to the class.",
    "locked.visible": "With children of a class nobody else may watch. Choose that, then try again.",
    "class_not_closed": "A class is deleted on its own page, together with its children.",
    "class_full": "A class has at most {limit} children; with these it would have {n}.",
    "class_names": "Paste the names, one a line.",
    "class_name": "{name}: {problem}",
    "class_name_twice": "Two names look alike: {name}. Add a letter of the family name.",
    "club_full": "This club has {limit} members, and that is the most.",
    "club_needs_account": "The owner of a club needs an account. Create one, then make the club.",
    "club_needs_account.teacher": "A teacher needs an account. Create one, then open the link again.",
    "too_many_teachers": "A class has at most {limit} teachers.",
    "club_needs_account.other": "{name} has no account, and the owner of a club needs one.",
    "club_owner_stays": "You own this club. Hand it over or close it first.",
    "club_oneself": "You can't do that to yourself. Choose another member.",
    "too_many_clubs": "You own {limit} clubs. Close one or hand one over first.",
    "too_many_clubs.joined": "You are in {limit} clubs. Leave one of them first.",
    "too_many_clubs.other": "{name} owns {limit} clubs, and that is the most. Choose another member.",
    "no_club_member": "There is no such member in this club now.",
    "no_question": "This question is no longer here. Reload the page for the newest one.",
    "question_open": "This club has an open question. Close it before you ask another.",
    "question_closed": "This question is closed, so answers can't change any more.",
    "question_address": "That isn't the address of an analysis board or of a puzzle on this site.",
    "no_round": "This club has begun no round yet. Pair the members first.",
    "round_too_few": "Choose at least two members who are free. A game of theirs may still go on.",
    "simul_giver": "The person who plays against all is no member now, or their last game goes on.",
    "simul_too_few": "Choose at least one member who is free and plays against this person.",
    "simul_too_many": "You chose {n} people. A simul has at most {limit} boards.",
    "simul_oneself": "You are at one of the boards, so somebody else must play against all.",
    "no_simul": "This invitation is no longer valid. Ask the people of the club for another one.",
    "too_many_rounds": "This club began {limit} rounds within a day. Try again tomorrow.",
    "no_post": "This notice is not there any more.",
    "post_repeated": "You have already written that today.",
    "too_many_posts": "You have written {limit} notices today. Try again tomorrow.",
    "not_found": "There is nothing at this address.",
    "out_of_date": "This page is out of date. Reload it and try again.",
    "method_not_allowed": "Only {methods} are allowed here.",
    "gone": "The match was cancelled or has expired.",
    "no_puzzle": "There is no such puzzle.",
    "no_tip": "The engine found no tip. Try again.",
    "no_such_game": "There is no such game here.",
    "no_push": "Play a game first, then switch notifications on.",
    "wrong_password": "That is not your current password.",
    "unavailable.imports": "Too many matches are being imported right now. Try again in a moment.",
    "unavailable": "The server can't save anything right now. Try again in a few seconds.",
    "failed": "Something went wrong on the server; nothing was changed. Reload the page and try again.",
}
"""The sentence of each key: a code, and after a dot the case if the code has several sentences."""

OF_NAMES = ("name_reserved", "name_of_bots", "bot_keeps_name")
"""Codes of refusals about a name that its sender has typed."""

TRANSLATED = ("mover", "reason")
"""Arguments that are words of the site."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why a command or request was not carried out. Nothing was changed."""

    key: str
    """Key of its sentence."""
    args: Mapping[str, Any] = field(default_factory=dict)
    retry_ms: int | None = None

    @classmethod
    def by_the_rules(cls, error: IllegalAction) -> Refusal:
        return cls(error.code, error.args)

    @property
    def code(self) -> str:
        """The code that programs see: the key without the case."""
        return self.key.partition(".")[0]

    @property
    def message(self) -> str:
        """The sentence in the current language: that of a request, or of a page's socket."""
        sentence = SENTENCES.get(self.key) or sentences()[self.key]
        words = {name: gettext(str(self.args[name])) for name in TRANSLATED if name in self.args}
        return gettext(sentence).format(**{**self.args, **words})


class Refused(Exception):
    """Raised with the refusal of a request; its text is the sentence."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return self.refusal.message

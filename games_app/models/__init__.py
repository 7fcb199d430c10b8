"""Database models. They store facts and know no rules."""

from games_app.models.appointments import Appointment, ReminderMail
from games_app.models.chat import AuditEntry, ChatMessage, Report, Sanction
from games_app.models.club_rounds import ClubBoard, ClubRound
from games_app.models.clubs import ClassCard, Club, ClubMember, ClubPost, ClubTournament
from games_app.models.explorer import (
    ExplorerMatch,
    ExplorerOccurrence,
    ExplorerPosition,
    ExplorerProgress,
)
from games_app.models.live import Alive, LobbyPresence, LostTime, Presence, WebProcess
from games_app.models.match import Event, Match, Ply, Seat
from games_app.models.people import (
    Account,
    AccountLook,
    ApiToken,
    Block,
    Bot,
    Device,
    Friendship,
    Holiday,
    MailAddress,
    Member,
    MemberLink,
    Passkey,
    Player,
    ReturnPhrase,
)
from games_app.models.push import PushDevice, PushKey, PushMessage, Webhook
from games_app.models.puzzles import Puzzle, PuzzleAttempt, PuzzleDay, PuzzleRating
from games_app.models.questions import ClubAnswer, ClubQuestion
from games_app.models.ratings import ClientMark, RatedResult, Rating, UncountedMatch
from games_app.models.site import OwnerKey, SiteSetting
from games_app.models.study import Note, SharedReview, TriedMoves
from games_app.models.tournaments import Entry, Pairing, Tournament

__all__ = [
    "Account",
    "AccountLook",
    "Alive",
    "ApiToken",
    "Appointment",
    "AuditEntry",
    "Block",
    "Bot",
    "ChatMessage",
    "ClassCard",
    "ClientMark",
    "Club",
    "ClubAnswer",
    "ClubBoard",
    "ClubMember",
    "ClubPost",
    "ClubQuestion",
    "ClubRound",
    "ClubTournament",
    "Device",
    "Entry",
    "Event",
    "ExplorerMatch",
    "ExplorerOccurrence",
    "ExplorerPosition",
    "ExplorerProgress",
    "Friendship",
    "Holiday",
    "LobbyPresence",
    "LostTime",
    "MailAddress",
    "Match",
    "Member",
    "MemberLink",
    "Note",
    "OwnerKey",
    "Pairing",
    "Passkey",
    "Player",
    "Ply",
    "Presence",
    "PushDevice",
    "PushKey",
    "PushMessage",
    "Puzzle",
    "PuzzleAttempt",
    "PuzzleDay",
    "PuzzleRating",
    "RatedResult",
    "Rating",
    "ReminderMail",
    "Report",
    "ReturnPhrase",
    "Sanction",
    "Seat",
    "SharedReview",
    "SiteSetting",
    "Tournament",
    "TriedMoves",
    "UncountedMatch",
    "WebProcess",
    "Webhook",
]

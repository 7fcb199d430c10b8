"""Players, how each is identified (sessions, phrases, accounts, mail addresses), and bots."""

from __future__ import annotations

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import Group
from django.db import models
from django.db.models import Q
from django.db.models.functions import Greatest, Least

from games_app.lib.ids import LENGTH, new_public_id
from games_app.lib.names import WITHDRAWN


class Player(models.Model):
    """A player. Only the session identifies a guest."""

    public_id = models.CharField(max_length=LENGTH, unique=True, default=new_public_id)
    name = models.CharField(max_length=20)
    chose_name = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    computer = models.CharField(max_length=16, blank=True, default="")
    """Game that the computer plays under this name; empty for a person."""
    level = models.CharField(max_length=16, blank=True, default="")
    """Level of the computer; empty for a person."""
    face = models.CharField(max_length=12, blank=True, default="", db_default="")
    """Chosen face, a key of ``lib.faces``; empty if the name decides."""
    hides_strangers = models.BooleanField(default=False, db_default=False)
    """True if mails and webhooks name friends only, as the player's browser does."""
    warning = models.CharField(max_length=8, blank=True, default="")
    """Reason of a moderator's warning (``Report.Reason``), until the player confirms having read it."""

    locked_in = models.ForeignKey(
        "Club", on_delete=models.PROTECT, null=True, related_name="locked", db_index=False
    )
    """Class of a child; null for everybody else. ``people.locked`` says what it forbids."""
    merged_into = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    """Player to whose account this guest's matches were moved."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["computer", "level"], name="one_computer_a_level", condition=~Q(level="")
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def withdrawn(self) -> bool:
        """True if the player has withdrawn, so that the row exists only for the matches."""
        return self.name == WITHDRAWN and not self.chose_name

    @property
    def account_or_none(self) -> Account | None:
        """The player's account; None for a guest."""
        account: Account | None = getattr(self, "account", None)
        return account if account and account.pk else None  # a closed or unsaved account has no key

    @classmethod
    def all_withdrawn(cls) -> models.QuerySet[Player]:
        return cls.objects.filter(name=WITHDRAWN, chose_name=False)


class Holiday(models.Model):
    """Whole days on which a player's turns in matches with days for each turn take no time."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="holidays")
    first = models.DateField()
    last = models.DateField()
    """The day on which it ends; earlier than planned if the player ended it early."""
    zone = models.CharField(max_length=64)
    """Time zone of both days."""
    since = models.DateTimeField()
    until = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["until"], name="holiday_until")]

    def __str__(self) -> str:
        return f"{self.first} to {self.last} of {self.player_id}"


class ReturnPhrase(models.Model):
    """The phrase with which a player signs in once in another browser. Only its hash is stored."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="return_phrase")
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"phrase of {self.player_id}"


class Device(models.Model):
    """A browser in which a player is signed in: its session, and its name for people."""

    session_key = models.CharField(max_length=40, unique=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="devices")
    title = models.CharField(max_length=60)
    """Browser and system: "Firefox on Android"."""
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    """Time when it was signed out."""
    network = models.CharField(max_length=32, blank=True, default="", db_default="")
    """Hash of the network address that sent the password; empty if none was sent, and after NETWORK_KEPT."""

    def __str__(self) -> str:
        return f"{self.title} of {self.player_id}"


class Account(AbstractBaseUser):
    """A name and a password with which a player signs in on any device."""

    USERNAME_FIELD = "name"

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="account")
    name = models.CharField(max_length=20, unique=True)
    """The player's name."""
    created_at = models.DateTimeField()
    open_to_invitations = models.BooleanField(default=False, db_default=False)
    """True if everybody with an account may invite the player, not only people they have played with."""
    shows_presence = models.BooleanField(default=True, db_default=True)
    """True if the player's friends see when the player is here."""
    groups = models.ManyToManyField(Group, related_name="accounts", blank=True)
    """Roles on the site: see ``people.accounts.Role``."""

    def __str__(self) -> str:
        return self.name


class Passkey(models.Model):
    """A WebAuthn key on a device or in a password manager, which logs in to its account."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="passkeys")
    credential_id = models.CharField(max_length=1364, unique=True)
    """Text in base64url; the standard allows for 1023 bytes."""
    public_key = models.BinaryField()
    """Key as COSE, in CBOR."""
    sign_count = models.BigIntegerField()
    """Number of signatures, as counted by the key; 0 for a key that doesn't count."""
    name = models.CharField(max_length=60)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.name} of {self.account_id}"


class ApiToken(models.Model):
    """A personal token, with which a program uses the API as the account's player."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="api_tokens")
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the token, in hexadecimal."""
    name = models.CharField(max_length=60)
    scopes = models.CharField(max_length=20)
    """Scopes separated by spaces, out of ``api_tokens.SCOPES``."""
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    """Time of the last use, to the minute."""

    def __str__(self) -> str:
        return f"{self.name} of {self.account_id}"


class AccountLook(models.Model):
    """A look of an account's name (``lib.names.looks``): nobody else may take a name with this look."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="looks")
    look = models.CharField(max_length=400, unique=True)

    def __str__(self) -> str:
        return f"{self.look} of {self.account_id}"


class MailAddress(models.Model):
    """A confirmed address at which a player gets news."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="mail")
    address = models.EmailField()
    language = models.CharField(max_length=12)
    """Language of the page on which it was confirmed."""
    confirmed_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    """Time of the last digest."""
    turns = models.BooleanField(default=True)
    """True if the player wants news of turns in daily matches; the next fields are similar."""
    invitations = models.BooleanField(default=True)
    rematches = models.BooleanField(default=True)
    next_games = models.BooleanField(default=True)
    appointments = models.BooleanField(default=True, db_default=True)
    """True if the player wants news of appointments and reminders."""
    paired = models.BooleanField(default=True, db_default=True)

    class Meta:
        indexes = [models.Index(fields=["sent_at"], name="mail_sent")]

    def __str__(self) -> str:
        return f"address of {self.player_id}"


class Friendship(models.Model):
    """A request for friendship from one account to another; once it is agreed to, a friendship."""

    asker = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    asked = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()
    agreed_at = models.DateTimeField(null=True)
    declined = models.BooleanField(default=False)
    """True if the asked person has declined. The asker isn't told."""
    withdrawn = models.BooleanField(default=False)
    """True if the asker has withdrawn the request. The row stays until it lapses, for the limits."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Least("asker", "asked"), Greatest("asker", "asked"), name="one_friendship_a_pair"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.asker_id} and {self.asked_id}"

    @classmethod
    def between(cls, first: int, other: int) -> models.QuerySet[Friendship]:
        """Return the request or friendship of these two players, at most one."""
        pairs = Q(asker__player=first, asked__player=other) | Q(asker__player=other, asked__player=first)
        return cls.objects.filter(pairs)


class Block(models.Model):
    """A player's private wish to have no contact with another one."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    blocked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "blocked"], name="one_block_a_pair"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} has blocked {self.blocked_id}"


class MemberLink(models.Model):
    """A link by which people become members. Only the hash of its token is stored."""

    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    until = models.DateTimeField()
    places = models.PositiveIntegerField()
    """People who can still become members by it."""

    def __str__(self) -> str:
        return f"link {self.pk} with {self.places} places"


class Member(models.Model):
    """A player who may make matches on a closed site."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="membership")
    link = models.ForeignKey(
        MemberLink, on_delete=models.SET_NULL, null=True, related_name="members", db_index=False
    )
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"member {self.player_id}"


class Bot(models.Model):
    """A player that is a bot for good, and the challenges that it takes: see ``people.bots``."""

    class Stakes(models.TextChoices):
        BOTH = "both"
        RATED = "rated"
        CASUAL = "casual"

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="bot")
    owner = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="bots")
    """The account that answers for it; null once that is closed, and then the bot has retired."""
    made_at = models.DateTimeField()
    rule_sets = models.JSONField(default=list)
    """Slugs of the rule sets that it plays; empty for all."""
    fastest = models.CharField(max_length=8)
    """The fastest and the slowest clock that it takes, each a key of ``terms.CLOCK_PRESETS``."""
    slowest = models.CharField(max_length=8)
    stakes = models.CharField(max_length=8, choices=Stakes, default=Stakes.BOTH)
    at_once = models.PositiveSmallIntegerField()
    """Maximum number of its matches that are played at the same time."""

    def __str__(self) -> str:
        return f"bot {self.player_id}"

"""What looks at the board of a sitting: the shipped eyes, with what a table's profile knows."""

from __future__ import annotations

from typing import Any

from calibration.lens import Lens
from calibration.pose import Pose
from calibration.profile import Profile
from engines import AnyGame
from referee.table import Eyes, Table
from referee.tracker import Settings
from vision.detectors.memory import recall
from vision.find import BoardFinder
from vision.frame import Frame


class ProfiledFinder(BoardFinder):
    """Finds boards in pictures of the size for which a profile was made.

    In others its lens, and where the board lay, would be wrong without a word.
    """

    def __init__(self, game: str, profile: Profile) -> None:
        super().__init__(game, profile.lens)
        self._profile = profile

    def find(self, frame: Frame) -> Pose:
        """Where the board lies; raises `BoardNotFound`, and `BadProfile` for another size."""
        self._profile.fits(frame.size)
        return super().find(frame)


class Looking:
    """Makes the table of a sitting; a profile brings lens, place and colours."""

    def __init__(
        self, profile: Profile | None = None, turn: int = 0, pose: Pose | None = None
    ) -> None:
        """`turn`: by how many degrees the way round that is guessed is wrong: 0, 90, 180, 270.

        `pose`: where the board lies, if it was found before, in a set-up.
        """
        self.profile, self._quarters, self._pose = profile, turn // 90, pose

    @property
    def lens(self) -> Lens | None:
        """The calibrated lens, if there is one."""
        return None if self.profile is None else self.profile.lens

    def finder(self, game: AnyGame) -> BoardFinder:
        """What finds the board of a game with what the profile knows."""
        if self.profile is None:
            return BoardFinder(game.name)
        return ProfiledFinder(game.name, self.profile)

    def like(self, game: AnyGame) -> Pose | None:
        """How the board of a game lay here before; a profile may know that of another game."""
        pose = None if self.profile is None else self.profile.pose
        if pose is not None and (pose.places is None) != (game.name != "mangala"):
            return None
        return pose

    def teach(self, game: AnyGame, eyes: Eyes) -> None:
        """Tell a detector how things look at this table."""
        colours = None if self.profile is None else self.profile.colours.get(game.name)
        if colours:
            recall(game.name, eyes, colours)  # type: ignore[arg-type]

    def __call__(self, game: AnyGame, position: Any, settings: Settings) -> Table:
        """A table for a game."""
        table = Table(
            game,
            position,
            settings=settings,
            finder=self.finder(game),
            pose=self._pose,
            like=self._pose or self.like(game),
            turn=self._quarters,
        )
        self.teach(game, table.eyes)
        return table

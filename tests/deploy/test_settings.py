"""The settings: one frozen value out of defaults, file, environment and command line."""

from pathlib import Path

import msgspec
import pytest

from companion.settings import FILE, BadSetting, Settings, accepted, load


@pytest.fixture
def data(tmp_path: Path) -> dict[str, str]:
    """An environment that names a fresh data folder and nothing else."""
    return {"COMPANION_DATA": str(tmp_path)}


def test_without_anything_the_defaults_hold(data: dict[str, str], tmp_path: Path) -> None:
    """An empty data folder needs no file."""
    assert load(environ=data) == Settings(data=tmp_path)


def test_the_data_folder_is_absolute() -> None:
    """The home folder's sign is resolved, so that the service may work in any folder."""
    assert load(environ={}).data == Path.home() / ".local/share/smallworld-companion"


def test_the_command_line_beats_the_environment_beats_the_file(data: dict[str, str], tmp_path: Path) -> None:
    """Each setting is taken from the nearest place that names it; an option that is not given is None."""
    (tmp_path / FILE).write_text('port = 1001\nstreams = 7\nbutton_pull = "down"\n')
    data |= {"COMPANION_PORT": "1002", "COMPANION_STREAMS": "8"}
    settings = load(environ=data, given={"port": 1003, "streams": None})
    assert (settings.port, settings.streams, settings.button_pull) == (1003, 8, "down")


def test_a_named_file_may_move_the_data_folder(tmp_path: Path) -> None:
    """A file outside the data folder may say where it is; the data folder's own file is not read then."""
    (tmp_path / FILE).write_text("port = 1001\n")
    file = tmp_path / "mine.toml"
    file.write_text(f'data = "{tmp_path}"\nstreams = 9\n')
    assert load(file, environ={}) == Settings(data=tmp_path, streams=9)


def test_the_settings_cannot_be_changed(data: dict[str, str]) -> None:
    """One value for the life of the service."""
    with pytest.raises(AttributeError):
        load(environ=data).port = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("prot = 80", "The setting prot in {file} is no setting. There are: data, host, port,"),
        ("port = 70000", "The setting port in {file} is 70000, but it must be a whole number from 0 to 65535."),
        ("port = true", "The setting port in {file} is True, but it must be a whole number from 0 to 65535."),
        ("button_pin = 1", "The setting button_pin in {file} is 1, but it must be the number of a GPIO from 2 to 27"),
        ('pins = "real"', "The setting pins in {file} is 'real', but it must be auto, mock or off."),
        ('address = "my.pi"', "The setting address in {file} is 'my.pi', but it must be an address like http://"),
        ("light_pin = 17", "button_pin and light_pin are both 17, but each needs a GPIO of its own."),
        ('data = "/tmp"', "The setting data cannot be set in {file}"),
        ("port =", "The settings file {file} is no valid TOML"),
    ],
)
def test_a_wrong_line_is_one_sentence(data: dict[str, str], tmp_path: Path, line: str, sentence: str) -> None:
    """The sentence names the setting, where it stands, and what is accepted."""
    (tmp_path / FILE).write_text(line + "\n")
    with pytest.raises(BadSetting) as error:
        load(environ=data)
    assert str(error.value).startswith(sentence.format(file=tmp_path / FILE))
    assert str(error.value).endswith(".")
    assert "\n" not in str(error.value)


def test_a_wrong_variable_is_named_as_a_variable(data: dict[str, str]) -> None:
    """The owner finds the place that the sentence names."""
    with pytest.raises(BadSetting, match=r"^The environment variable COMPANION_PORT is 'x', but it must be"):
        load(environ=data | {"COMPANION_PORT": "x"})


def test_a_wrong_option_is_named_as_an_option(data: dict[str, str]) -> None:
    """Underscores are dashes on the command line."""
    with pytest.raises(BadSetting, match=r"^The option --button-pin is 99, but it must be"):
        load(environ=data, given={"button_pin": 99})


def test_a_missing_file_is_named_if_it_was_asked_for(tmp_path: Path) -> None:
    """Only the data folder's own file may be missing."""
    with pytest.raises(BadSetting, match=r"^There is no settings file .*absent.toml\.$"):
        load(tmp_path / "absent.toml", environ={})


def test_an_unreadable_file_is_one_sentence(tmp_path: Path) -> None:
    """A folder in the file's place is said, not raised."""
    with pytest.raises(BadSetting, match=r"cannot be read: Is a directory\.$"):
        load(tmp_path, environ={})


@pytest.mark.parametrize("key", [field.name for field in msgspec.structs.fields(Settings)])
def test_every_setting_has_help_and_accepts_its_default(key: str, data: dict[str, str]) -> None:
    """What the environment holds as text is read back as the default itself, and the help is a sentence."""
    default = getattr(Settings(), key)
    text, words = accepted(key)
    assert text.endswith(".")
    assert words
    read = getattr(load(environ=data | {f"COMPANION_{key.upper()}": str(default)}), key)
    assert read == (default.expanduser() if isinstance(default, Path) else default)

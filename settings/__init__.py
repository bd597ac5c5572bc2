"""Typed settings: dataclasses whose fields know their range and unit, and the entry points that read them.

``fields`` declares and checks; ``entry`` turns a command line into settings by way of Hydra. Every fault, a misspelt
key, a wrong type, a value out of range, is one line that names the key.
"""

from settings.entry import job_folder, run
from settings.fields import Settings, SettingsError, choice, flag, integer, names, number, shares, text

__all__ = [
    "Settings",
    "SettingsError",
    "choice",
    "flag",
    "integer",
    "job_folder",
    "names",
    "number",
    "run",
    "shares",
    "text",
]

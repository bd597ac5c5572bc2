"""The game of bridge: values, rules, views, scoring, notation. Knows nothing of learning."""

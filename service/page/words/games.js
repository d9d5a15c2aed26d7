// The games of the family by name.

import { has, t } from "../app/language.js";

/** The name of a game: that of the catalogue, or the server's where it has none. */
export const gameName = ({ id, title }) => (has(`game/${id}`) ? t(`game/${id}`) : title);

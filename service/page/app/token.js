// The token by which the server knows the visitor, where the operator asks for one.

import { keep, kept } from "./keeping.js";

const KEY = "peatee-token";

/** The token that was entered on this device; empty where there is none. */
export const token = () => kept(KEY) ?? "";

export const keepToken = (text) => keep(KEY, text.trim());

/** The header that goes with each question. */
export const authorization = () => (token() ? { authorization: `Bearer ${token()}` } : {});

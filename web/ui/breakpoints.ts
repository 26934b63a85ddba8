// Media queries at which the layout changes, for scripts that must know them (tokens.css lists all). In em, which is the
// browser's own font size here: with larger text there is less space for it, as on a smaller screen.

/** Phones: one column. */
export const phone = '(width <= 40em)'
/** Bars have a menu instead of links. */
export const compact = '(width <= 60em)'

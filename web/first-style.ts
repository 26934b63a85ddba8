// The first style of every document: what all style sheets build on.

/**
 * The order of the layers (docs/decisions/0017), said before any sheet arrives: it is the order in which they are first
 * named that counts, and sheets arrive as pages need them.
 */
export const firstStyle = '@layer base,ui,page,media,utilities;'

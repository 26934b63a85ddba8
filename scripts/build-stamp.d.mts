/** Whether the build is whole and made of what is there now. */
export function isBuilt(): boolean

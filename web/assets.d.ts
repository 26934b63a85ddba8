// What the bundler makes of files that are no code. Not Vite's own list, in which a CSS module has a default export only.
/// <reference types="vite/types/importMeta.d.ts" />

declare module '*?url' {
  const url: string
  export default url
}

declare module '*.css'

/** `import * as styles`: each class is an export, so that the bundler writes its name where it is used. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export = classes
}

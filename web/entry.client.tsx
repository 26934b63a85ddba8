// Where the browser's code begins. It is a file of its own in the build, too: the document runs it when the code of the
// page's routes is there, with which the rest of what every page needs is in one file (vite.config.ts).
import { hydrate } from './hydration/hydrate.tsx'

hydrate()

// Where the pages are and how they are built: rendered on the server, every route known from the first page.
import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  // A file more for each loader would be named in the manifest, which Home loads, and save a few hundred bytes elsewhere.
  splitRouteModules: false,
} satisfies Config

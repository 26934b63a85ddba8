// Where the pages live and how they are built: rendered on the server, every route known from the first page.
import type { Config } from '@react-router/dev/config'

export default { appDirectory: 'web', ssr: true, routeDiscovery: { mode: 'initial' } } satisfies Config

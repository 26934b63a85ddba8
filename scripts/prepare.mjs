// Installs what is missing, builds what is stale. --tools also installs the packages of development, which take a third
// of the time, --browser those and a browser for the tests, --safari where Debian is the engine of another one; --no-build
// leaves the build as it is.
// Runs under any Node >= 18 with nothing installed, so it imports only Node itself.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { isBuilt } from './build.mjs'

const options = process.argv.slice(2)
/** @param stdout 'ignore' for no output @returns whether it succeeded; otherwise the command has said why */
const run = (command, stdout = 'inherit') =>
  spawnSync(command, { shell: true, stdio: ['ignore', stdout, 'inherit'] }).status === 0
const mtime = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0)

/** The bundled Node.js, where there is one for this platform. */
const runtime = join('node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

function end(message) {
  console.error(message)
  process.exit(1)
}

/** Each time: a run that failed here leaves everything installed. */
function checkRuntime() {
  // npm start runs this file by the bundled Node.js itself.
  if (realpathSync(process.execPath).startsWith(realpathSync('node_modules') + sep)) return
  // npm 9.2 removes the link to the runtime together with those of other platforms, which have the same name.
  const bundle = readdirSync('node_modules').find((name) => /^node-(bin-)?(linux|darwin|win)-/.test(name))
  if (!bundle) return
  if (!existsSync(runtime)) run(`npm rebuild ${bundle} --loglevel=error`)
  if (!run(`"${runtime}" --version`, 'ignore'))
    end('The bundled Node.js does not run here. On Debian and Ubuntu: apt-get install libatomic1')
}

const builds = !options.includes('--no-build') && !isBuilt()
const hasTools = existsSync('node_modules/.bin/vitest')
const needsTools = options.includes('--tools') || options.includes('--browser')

const [major, minor] = process.versions.node.split('.').map(Number)
const isOlderThan = (first, second) => major < first || (major === first && minor < second)

const isCurrent = mtime('node_modules/.package-lock.json') >= mtime('package-lock.json')
if (!isCurrent || (needsTools && !hasTools)) {
  // Whatever runs from these packages would lose them: the server beside a command of its operator.
  if (options.includes('--no-build') && !needsTools && existsSync('node_modules/.package-lock.json'))
    end(
      `The packages are older than package-lock.json. Stop the server, then: npm ci${hasTools ? '' : ' --omit=dev'}`,
    )
  // npm leaves out the image library's binaries under an older one, without an error.
  if (isOlderThan(20, 9)) end('Installing needs Node.js 20.9 or newer, as of Debian 13.')
  // The tools are added to what is there: a server may be running from it. Whoever has them works on the product: an
  // update of the lock file takes nothing away.
  const which = `${isCurrent ? 'install --no-save' : 'ci'} ${needsTools || hasTools ? '--include' : '--omit'}=dev`
  if (!run(`npm ${which} --no-audit --no-fund --loglevel=error`)) process.exit(1)
}
checkRuntime()

if (!existsSync(runtime) && isOlderThan(24, 7))
  end('No bundled Node.js for this platform: please run with Node.js 24.7 or newer.')

if (builds && !run('npm run build --silent')) process.exit(1)

if (options.includes('--browser')) {
  const { findBrowser } = await import('./browser.mjs')
  if (!findBrowser()) {
    console.log('No Chromium found: installing one for the browser tests.')
    const packages = 'chromium-headless-shell fonts-liberation'
    if (!run(`apt-get update -qq && apt-get install -y -qq --no-install-recommends ${packages}`))
      run('npx playwright install --with-deps chromium-headless-shell') || process.exit(1)
  }
}

if (options.includes('--safari') && !existsSync('/usr/bin/WebKitWebDriver'))
  run('apt-get update -qq && apt-get install -y -qq --no-install-recommends webkit2gtk-driver xvfb xauth') ||
    console.log('No WebKit here: the test in it is left out.')

import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

// The shell has no windows to draw, which takes half the time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser of this machine: `CHROMIUM`, or the first that is installed. Playwright's own is not downloaded. */
export function findBrowser(): string {
  const given = process.env.CHROMIUM
  if (given) return given
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  for (const name of names)
    for (const folder of folders) {
      const path = join(folder, name)
      try {
        accessSync(path, constants.X_OK)
        return path
      } catch {
        // Not here.
      }
    }
  throw new Error(`no browser found (${names.join(', ')}): install one, or name it in CHROMIUM`)
}

/** No updates, no reports, no guesses: the browser asks nobody but the portal. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Above it no renderer is started ahead of need: each test has a context of its own, which would use none of them.
  '--renderer-process-limit=1',
]

import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

// The shell comes first because it has no windows to draw, which takes half the time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Returns the local browser: `CHROMIUM`, or the first that is installed. Playwright's own is not downloaded. */
export function findBrowser(): string {
  const input = process.env.CHROMIUM
  if (input) return input
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  for (const name of names)
    for (const folder of folders) {
      const path = join(folder, name)
      try {
        accessSync(path, constants.X_OK)
        return path
      } catch {
        // This folder has no such browser.
      }
    }
  throw new Error(`no browser found (${names.join(', ')}): install one, or name it in CHROMIUM`)
}

/** The browser makes no updates, reports or predictions, so it sends requests only to the portal. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // With a higher limit a renderer is started ahead of need, but each test has its own context, which would not use it.
  '--renderer-process-limit=1',
  // No page lives long enough to earn back what the optimizing compilers take: without them renderers take an eighth less.
  '--js-flags=--no-maglev --no-opt',
]

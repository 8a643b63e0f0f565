import { existsSync } from 'node:fs'

/** The build of the portal puts `true` here; a portal that runs from its sources does not know the name. */
declare const isBuiltPortal: boolean | undefined

const isBuilt = typeof isBuiltPortal !== 'undefined'
/** The check builds first and runs its tests on what was built: they open hundreds of files. */
const prefersBuilt = process.env.BUILT_SANDBOX === 'true'

/** The folders, below the program's, that hold the modules. */
export const moduleFolders = [
  ...(isBuilt || prefersBuilt ? ['dist/portal/sandbox'] : []),
  ...(isBuilt ? [] : ['server', 'contract']),
]

/** The build writes each module that runs in a sandbox here, with the packages it needs (see `vite.config.ts`). */
const folder = new URL('../../../dist/portal/sandbox/', import.meta.url)

/**
 * Returns the place from which the process of a sandbox loads a module. One built file loads in a tenth of a second less, half of
 * what most files take, than the sources and a package's thousand modules.
 */
export function placeOf(module: URL): URL {
  if (!isBuilt && !prefersBuilt) return module
  const built = new URL(module.pathname.replace(/^.*\/([^/]+)\.ts$/, '$1.js'), folder)
  if (existsSync(built)) return built
  // A test may bring a module of its own.
  if (!isBuilt) return module
  throw new Error(`${built.href} was not built: vite.config.ts does not name it`)
}

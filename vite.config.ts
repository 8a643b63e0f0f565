import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin } from 'vite'
import {
  antd,
  antdCalendar,
  antdDialogs,
  antdForm,
  antdInput,
  antdMenu,
  antdNumber,
  antdRadio,
  antdSelect,
  antdTree,
  antdTreeSelect,
  antdVirtualList,
  decorativeIcons,
  directImports,
  folder,
  iconStylesOnce,
  rareAntd,
} from './vite.antd.ts'

const root = import.meta.dirname

/**
 * Pages load these entries; `client(entry)` of server/app/web-build.ts takes their names. The back office is a build of its
 * own: what it shares with the console would otherwise be split at each module that only one of them has, or weigh on both.
 */
const builds = { portal: ['web/site/islands/loader.ts', 'web/app.tsx'], office: ['web/operations.tsx'] }
export type ClientBuild = keyof typeof builds
const entriesOf = (name: ClientBuild) => builds[name].filter(entry => existsSync(join(root, entry)))
export const clientBuilds = (['portal', 'office'] as const).filter(name => entriesOf(name).length > 0)
/** Two builds write into the same folder; each has a manifest. */
export const manifestOf = (name: ClientBuild) => `manifest-${name}.json`
/** Visitors open these pages first, possibly on a slow line, so their first paint matters. */
const publicEntries = ['web/site/islands/loader.ts']
export const documentsEntry = 'web/site/documents.tsx'
const portalEntry = 'server/app/main.ts'
/** The processes of a sandbox, and the modules that run in it (`sandboxed` of server/engines/sandbox). */
const sandboxModules = ['sandbox/keeper', 'sandbox/child', 'files/pdf', 'files/picture', 'sheets/reading']

/** Modules that reach one of these stay out of the files that all pages share: they would bring it to pages without it. */
const otherHeavy = [antdTree, antdTreeSelect, antdCalendar, antdNumber, antdRadio]
const dialogParts = [antdDialogs, antdInput, antdSelect]
const heavy = [...otherHeavy, ...dialogParts]

/**
 * Modules that talk to the server without React. The login belongs to them, because the form at the foot of home needs no React.
 */
const clientParts =
  /[\\/](web[\\/](data[\\/](api|answers|transport|session|session-life|store|storage|network-errors|notice|tabs|cipher|calls\.generated|loading|invite-code|guard|wanted-address|tabs-store|dismissed|remembered|early)|ui[\\/](toast|carried-toast|theme|enter-console|sms-code[\\/](code-countdown|send-code))|site[\\/]overlay[\\/](log-in|outcome))\.(ts|css)|contract[\\/]rules\.ts)$/
const overlayParts =
  /[\\/]web[\\/](site[\\/]overlay[\\/](?!log-in|outcome).+|ui[\\/](fields[\\/].+|sms-code[\\/]use-code-button\.ts))$/

/** Islands and the app need these few hundred bytes, which are not worth a request. */
const smallRules = /[\\/](web[\\/]ui[\\/]format|contract[\\/]prices)\.ts$/
/** Modules that several pages of an app share become one file: a request costs more than the kilobyte that a small file holds. */
const sharedParts = /[\\/]web[\\/](console|account|operations|ui|data)[\\/]|[\\/]contract[\\/]|@ant-design[\\/]icons/
const consoleParts = /[\\/]web[\\/]console[\\/]/
/** Fields for text and for numbers, which most pages have together. */
const inputParts = new RegExp(
  `${antdInput.source}|${antdNumber.source}|[\\\\/]web[\\\\/](ui[\\\\/]whole-number|console[\\\\/]buy[\\\\/]quantity-field)\\.tsx$`,
)
/** Few pages have these, and they are heavy: they stay with what needs them. */
const rareParts =
  /[\\/]web[\\/]ui[\\/](chart|world|file-drop|passkeys|coupon)[\\/]|[\\/]ui[\\/](dot-map|terms-dialog|dayjs|china-time|times[\\/]times-fields|list[\\/]days-filter)\./

const isMoreAntd = (id: string) => antd.test(id) && !rareAntd.test(id)

const common = {
  root,
  configFile: false,
  publicDir: join(root, 'web/public'),
  logLevel: 'warn',
  // No environment variable may end up in scripts.
  envDir: false,
} satisfies InlineConfig

export const devConfig = (): InlineConfig => ({
  ...common,
  appType: 'custom',
  plugins: [react()],
  optimizeDeps: { rolldownOptions: { plugins: [decorativeIcons()] } },
})

/** Builds the browser's scripts and styles. */
export const clientConfig = (outDir: string, name: ClientBuild): InlineConfig => ({
  ...common,
  plugins: [react(), directImports(), decorativeIcons(), iconStylesOnce(), forbidModules()],
  build: {
    outDir,
    emptyOutDir: name === 'portal',
    manifest: manifestOf(name),
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    // The server makes each page's preload list (web-build.ts), and every browser in use knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: entriesOf(name),
      // It does not say so itself, and what imports one context of it would load all of it.
      treeshake: { moduleSideEffects: [{ test: antdForm, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            // One file beside the public entry holds everything it needs at once, even if the app needs it too.
            {
              name: (id, graph) => (smallRules.test(id) || isReachedFromPublicEntry(id, graph) ? 'site' : null),
              debugName: 'site',
              priority: 4,
            },
            // The public overlay and the app share React. It ranks before antd, which would otherwise include it.
            { name: 'react', test: folder('react|react-dom|scheduler'), priority: 3 },
            // The overlay, the header's session and the app share the client, which needs no React. Like the overlay's parts it is
            // one file: a dozen small ones would cost more in headers than in content.
            { name: 'client', test: clientParts, priority: 3 },
            { name: 'account', test: overlayParts, priority: 3 },
            // What every page needs of antd is a file that changes with its version alone, what many pages need another one.
            // What forms have in common with fields stays with the fields.
            { ...late('antd-dialogs', antdDialogs, antdForm), priority: 3 },
            { ...late('inputs', inputParts), priority: 3 },
            { ...late('antd-select', antdSelect), priority: 3 },
            { ...late('antd-virtual-list', antdVirtualList), priority: 3 },
            {
              name: (id, graph) => (antd.test(id) && isReached(id, graph, isAppEntry, 'statically') ? 'antd' : null),
              debugName: 'antd',
              priority: 2,
            },
            // Modules of the app's entry are in its own file and in no file of a page.
            {
              name: (id, graph) => (isAppEntry(id) || isReached(id, graph, isAppEntry, 'statically') ? 'core' : null),
              debugName: 'core',
              priority: 1,
            },
            // A checkbox's styles, which the tree needs, too, would otherwise bring the tree to every page with a checkbox.
            { name: 'antd-tree', test: antdTree, priority: 2, includeDependenciesRecursively: false },
            { ...late('antd-tree-select', antdTreeSelect), priority: 2 },
            { ...late('antd-menu', antdMenu), priority: 2 },
            // Forms and drawers of ours come with those of antd.
            {
              name: (id, graph) =>
                reaches(id, graph, dialogParts) && !consoleParts.test(id) && isShared(id, graph, otherHeavy)
                  ? 'dialogs'
                  : null,
              debugName: 'dialogs',
              minShareCount: 2,
              priority: 2,
              includeDependenciesRecursively: false,
            },
            // Modules that public pages load at some time are in no file with antd.
            {
              name: (id, graph) => (isMoreAntd(id) || isShared(id, graph) ? 'shared' : null),
              debugName: 'shared',
              minShareCount: 2,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})

/** Builds the public documents, which the server renders, into one file with React, which loads faster than its parts. */
export const documentsConfig = (outDir: string): InlineConfig => ({
  ...common,
  plugins: [react(), escaped()],
  ssr: { noExternal: true },
  // Vite would leave this to run time, and the bundle would contain React's development build as well.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: documentsEntry,
    outDir,
    emptyOutDir: true,
    copyPublicDir: false,
    emitAssets: true,
    cssMinify: true,
    reportCompressedSize: false,
    rolldownOptions: { output: { entryFileNames: 'documents.js', codeSplitting: false } },
  },
})

/**
 * Puts the portal's own modules into one file, because finding and linking a thousand of them took a third of the start.
 * Packages stay outside. Functions keep their names, and a comment names the file that each part comes from.
 */
export const portalConfig = (outDir: string): InlineConfig => ({
  ...common,
  plugins: [keepPlaces(), escaped()],
  ssr: { external: true },
  define: { isBuiltPortal: 'true' },
  build: {
    outDir,
    ssr: portalEntry,
    target: 'esnext',

    copyPublicDir: false,
    reportCompressedSize: false,
    rolldownOptions: { output: { entryFileNames: 'main.js', codeSplitting: false } },
  },
})

/** A program that stands alone, with its packages. */
const alone = (entry: string, outDir: string, name: string, minify: boolean): InlineConfig => ({
  ...common,
  // Sharp brings a library of the system that cannot be put into a file.
  ssr: { noExternal: true, external: ['sharp'] },
  build: {
    outDir,
    emptyOutDir: false,
    ssr: entry,
    target: 'es2022',
    minify,
    copyPublicDir: false,
    reportCompressedSize: false,
    rolldownOptions: { output: { entryFileNames: name, codeSplitting: false } },
  },
})

/** Whoever is sent a passport checks it with this, and may read it before. */
export const verifierConfig = (outDir: string) =>
  alone('scripts/verify-passport.ts', outDir, 'verify-passport.mjs', false)

/** One file for each module of a sandbox: most are loaded by a process that handles one file and ends. */
export const sandboxConfigs = (outDir: string) =>
  sandboxModules.map(module => alone(`server/engines/${module}.ts`, outDir, '[name].js', true))

/**
 * V8 keeps the text of a module, in two bytes for each character as soon as one of them is Chinese: escaped, the portal takes
 * 4 MB less. The bundler's own option leaves out templates with a tag, whose raw text nobody here reads.
 */
function escaped(): Plugin {
  const escapeOf = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return {
    name: 'escaped',
    generateBundle: (_, bundle) => {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escapeOf)
    },
  }
}

/** Modules find their SQL, texts and workers beside their source, so the bundle's place must not become theirs. */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    transform: {
      filter: { id: /\.ts$/, code: 'import.meta.' },
      handler(code, id) {
        const source = JSON.stringify(`../../${relative(root, id).replaceAll('\\', '/')}`)
        const own = code
          .replaceAll('import.meta.url', 'sourceUrl')
          .replaceAll(
            'import.meta.dirname',
            `process.getBuiltinModule('node:path').dirname(fileURLToSource(sourceUrl))`,
          )
        return {
          code: `const sourceUrl = new URL(${source}, import.meta.url).href
const fileURLToSource = process.getBuiltinModule('node:url').fileURLToPath
${own}`,
          map: null,
        }
      },
    },
  }
}

interface ModuleGraph {
  getModuleInfo(id: string): { importers: string[]; dynamicImporters: string[]; importedIds: string[] } | null
}

/** Reports whether one of the entries imports the module, directly or not; the entry itself stays its own file. */
function isReached(id: string, graph: ModuleGraph, isFrom: (id: string) => boolean, how: 'statically' | 'at all') {
  const seen = new Set<string>()
  const reached = (at: string): boolean => {
    if (seen.has(at)) return false
    seen.add(at)
    const info = graph.getModuleInfo(at)
    const importers = [...(info?.importers ?? []), ...(how === 'at all' ? (info?.dynamicImporters ?? []) : [])]
    return importers.some(importer => isFrom(importer) || reached(importer))
  }
  return !isFrom(id) && reached(id)
}

/** Parts of antd that a page waits for only if it has them at once; `always` even if the app's entry has some of their modules. */
const late = (name: string, test: RegExp, always?: RegExp) => ({
  name: (id: string, graph: ModuleGraph) =>
    always?.test(id) || (test.test(id) && !isReached(id, graph, isAppEntry, 'statically')) ? name : null,
  debugName: name,
  includeDependenciesRecursively: false,
})

/** Reports whether a module of ours imports one of these parts, directly or through others of ours. */
function reaches(id: string, graph: ModuleGraph, parts: RegExp[], seen = new Set<string>()): boolean {
  if (parts.some(part => part.test(id))) return true
  if (seen.has(id) || /[\\/]node_modules[\\/]/.test(id)) return false
  seen.add(id)
  return graph.getModuleInfo(id)?.importedIds.some(imported => reaches(imported, graph, parts, seen)) ?? false
}

const isReachedFromPublicEntry = (id: string, graph: ModuleGraph) => isReached(id, graph, isPublicEntry, 'statically')
const isShared = (id: string, graph: ModuleGraph, without = heavy) =>
  sharedParts.test(id) &&
  !rareParts.test(id) &&
  !reaches(id, graph, without) &&
  !isReached(id, graph, isPublicEntry, 'at all')
const isAppEntry = (id: string) => /[\\/]web[\\/](app|operations)\.tsx$/.test(id)
const isPublicEntry = (id: string) => publicEntries.some(entry => id === join(root, entry).replaceAll('\\', '/'))

/** Only the back office's own pages may load its modules. */
const backOffice = /[\\/]web[\\/]operations[\\/]/

/** Fails the build when a public page would load antd or the app, another page the back office, or any page the contract's schemas. */
function forbidModules(): Plugin {
  return {
    name: 'keep-out',
    generateBundle(_options, bundle) {
      const reach = (file: string, seen = new Set<string>()): Set<string> => {
        const chunk = bundle[file]
        if (seen.has(file) || chunk?.type !== 'chunk') return seen
        seen.add(file)
        for (const next of [...chunk.imports, ...chunk.dynamicImports]) reach(next, seen)
        return seen
      }
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isEntry) continue
        const isPublic = isPublicEntry(chunk.facadeModuleId ?? '')
        for (const file of reach(chunk.fileName)) {
          const part = bundle[file]
          const modules = part?.type === 'chunk' ? Object.keys(part.modules) : []
          const forbidden = modules.find(
            id =>
              folder('zod').test(id) ||
              // The app would start there.
              (isPublic && (antd.test(id) || isAppEntry(id))) ||
              (backOffice.test(id) && !isBackOffice(chunk)),
          )
          if (forbidden) this.error(`${chunk.facadeModuleId} loads ${forbidden} (in ${file}), which its pages must not`)
        }
      }
    },
  }
}

const isBackOffice = ({ facadeModuleId }: { facadeModuleId: string | null }) =>
  /[\\/]web[\\/]operations\.tsx$/.test(facadeModuleId ?? '')

export default devConfig()

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin } from 'vite'

const root = import.meta.dirname

/** What pages load: `client(entry)` of server/web-build.ts takes these names. */
const entries = ['web/site/islands/loader.ts', 'web/app.tsx', 'web/operations.tsx']
/** Entries of pages that strangers open: they wait for a first paint on a slow line. */
const publicEntries = ['web/site/islands/loader.ts']
export const documentsEntry = 'web/site/documents.tsx'

const folder = (names: string) => new RegExp(`[\\\\/]node_modules[\\\\/](${names})[\\\\/]`)
const antd = folder('antd|@ant-design|@rc-component|rc-[^\\\\/]+')
/**
 * antd's parts that few pages use, and its icons, of which each page has its own: they come with the first page that has them.
 * The tree stays: half of the pages have it.
 */
const rareAntd =
  /[\\/]node_modules[\\/](antd[\\/]es[\\/](badge|calendar|date-picker|input-number|progress|qr-code|radio|switch|time-picker)|@rc-component[\\/](input-number|mini-decimal|picker|progress|qrcode|switch)|@ant-design[\\/]icons(-svg[\\/]es[\\/]asn|[\\/]es[\\/]icons))[\\/]/

const clientParts =
  /[\\/](web[\\/](api|answers|transport|session|session-life|store|storage|network-errors|notice|tabs|cipher|calls\.generated|ui[\\/](toast|loading|carried-toast)|account[\\/](invite-code|code-countdown|send-code))\.(ts|css)|contract[\\/]rules\.ts)$/
const overlayParts =
  /[\\/]web[\\/]account[\\/](overlay[\\/].+|(overlay|inline-login|use-fields|use-shared-account|use-code-button|log-in|outcome)\.tsx?)$/

const common = {
  root,
  configFile: false,
  publicDir: join(root, 'web/public'),
  logLevel: 'warn',
  // Nothing of the environment is written into scripts.
  envDir: false,
} satisfies InlineConfig

export const devConfig = (): InlineConfig => ({
  ...common,
  appType: 'custom',
  plugins: [react()],
  optimizeDeps: { rolldownOptions: { plugins: [decorativeIcons()] } },
})

/** Scripts and styles of the browser. */
export const clientConfig = (outDir: string): InlineConfig => ({
  ...common,
  plugins: [react(), decorativeIcons(), keepOut()],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: 'manifest.json',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    // The preload list of a page is the server's (web-build.ts); every browser in use knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: entries.filter(entry => existsSync(join(root, entry))),
      output: {
        codeSplitting: {
          groups: [
            // What the public entry needs at once, in one file beside it, however much of it the app needs too.
            { name: (id, graph) => (ofPublicEntry(id, graph) ? 'site' : null), debugName: 'site', priority: 3 },
            // Shared by the public overlay and the app; before antd, which would drag it along.
            { name: 'react', test: folder('react|react-dom|scheduler'), priority: 2 },
            // What the overlay, the header's session and the app need of the client, without React; and the overlay's parts: a
            // dozen small files would cost more in headers than in content.
            { name: 'client', test: clientParts, priority: 2 },
            { name: 'account', test: overlayParts, priority: 2 },
            // One file that changes with antd's version only, instead of some dozens that change with each page.
            { name: 'antd', test: (id: string) => antd.test(id) && !rareAntd.test(id), priority: 1 },
          ],
        },
      },
    },
  },
})

/** The public documents, rendered by the server: one file, React included, which loads faster than its parts. */
export const documentsConfig = (outDir: string): InlineConfig => ({
  ...common,
  plugins: [react()],
  ssr: { noExternal: true },
  // Vite leaves this to the run of a server bundle, which would then hold React's development half as well.
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

interface ModuleGraph {
  getModuleInfo(id: string): { importers: string[] } | null
}

/** Whether a public entry imports the module statically, through whatever others; the entry itself stays its own file. */
function ofPublicEntry(id: string, graph: ModuleGraph): boolean {
  const seen = new Set<string>()
  const reached = (at: string): boolean => {
    if (seen.has(at)) return false
    seen.add(at)
    return (graph.getModuleInfo(at)?.importers ?? []).some(importer => isPublicEntry(importer) || reached(importer))
  }
  return !isPublicEntry(id) && reached(id)
}

const isPublicEntry = (id: string) => publicEntries.some(entry => id === join(root, entry).replaceAll('\\', '/'))

/** Modules of the back office, which nobody's pages but its own load. */
const backOffice = /[\\/]web[\\/]operations[\\/]/

/**
 * Fails the build when a page would load what it must not: antd on public pages, the back office anywhere else, the contract's
 * schemas anywhere.
 */
function keepOut(): Plugin {
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
          const wrong = modules.find(
            id =>
              folder('zod').test(id) || (isPublic && antd.test(id)) || (backOffice.test(id) && !isBackOffice(chunk)),
          )
          if (wrong) this.error(`${chunk.facadeModuleId} loads ${wrong} (in ${file}), which its pages must not`)
        }
      }
    },
  }
}

const isBackOffice = ({ facadeModuleId }: { facadeModuleId: string | null }) =>
  /[\\/]web[\\/]operations\.tsx$/.test(facadeModuleId ?? '')

/**
 * antd's icons call themselves images with English names, which a screen reader reads out beside the Chinese words of every
 * button. All of ours stand beside words, or in something that has a name: to be seen, not to be read.
 */
function decorativeIcons(): Plugin {
  const named = /role: "img",\s*"aria-label": icon\.name/
  return {
    name: 'decorative-icons',
    transform: {
      filter: { id: /@ant-design[\\/]icons[\\/]es[\\/]components[\\/]AntdIcon(Light)?\.js/ },
      handler(code) {
        if (!named.test(code))
          this.error('antd’s icons name themselves in another way now: look at its AntdIcon.js and AntdIconLight.js')
        return { code: code.replace(named, '"aria-hidden": true'), map: null }
      },
    },
  }
}

export default devConfig()

import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin } from 'vite'
import { antd, antdForm, folder, frameParts } from './vite.antd.ts'
import { antdFrames, decorativeIcons, directImports, iconStylesOnce, withoutUnused } from './vite.antd-plugins.ts'
import { chunkGroups, isAppEntry, isPublicEntry, isReached } from './vite.chunks.ts'

const root = import.meta.dirname

/**
 * Pages load these entries; `client(entry)` of server/app/web-build.ts uses their names. The back office is a separate build: what
 * it shares with the console would otherwise be split at each module that only one of them has, or weigh on both.
 */
const builds = { portal: ['web/site/islands/loader.ts', 'web/app.tsx'], office: ['web/operations.tsx'] }
export type ClientBuild = keyof typeof builds
const entriesOf = (name: ClientBuild) => builds[name].filter(entry => existsSync(join(root, entry)))
export const clientBuilds = (['portal', 'office'] as const).filter(name => entriesOf(name).length > 0)
/** Two builds write into the same folder; each has a manifest. */
export const manifestOf = (name: ClientBuild) => `manifest-${name}.json`
export const documentsEntry = 'web/site/documents.tsx'
const portalEntry = 'server/app/main.ts'
const isPortalEntry = (id: string) => id === join(root, portalEntry).replaceAll('\\', '/')
/** The processes of a sandbox, and the modules that run in it (`sandboxed` of server/engines/sandbox). */
const sandboxModules = ['sandbox/keeper', 'sandbox/child', 'files/pdf', 'files/picture', 'sheets/reading']

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
  plugins: [react(), antdFrames()],
  optimizeDeps: { rolldownOptions: { plugins: [decorativeIcons()] } },
})

/** Builds the browser's scripts and styles. */
export const clientConfig = (outDir: string, name: ClientBuild): InlineConfig => ({
  ...common,
  plugins: [
    react(),
    antdFrames(),
    directImports(),
    decorativeIcons(),
    iconStylesOnce(),
    withoutUnused(),
    forbidModules(),
    forbidCycles(),
  ],
  build: {
    outDir,
    emptyOutDir: name === 'portal',
    manifest: manifestOf(name),
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    // The server builds each page's preload list (web-build.ts), and every browser in use supports modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: entriesOf(name),
      // The package does not declare this, and importing one of its contexts would load all of it.
      treeshake: { moduleSideEffects: [{ test: antdForm, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
})

/** Builds the public documents, which the server renders, into one file with React, which loads faster than separate modules. */
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
 * Bundles the portal's own modules and packages, because finding and linking some fifteen hundred of them took a third of the start,
 * and of zod alone three quarters are never used. Functions keep their names, and a comment names the source file of each part. What
 * starts the embedded database is in the first file; the second, with all the rest, is loaded while the database starts. There are
 * no files for later, so that a build beside a running portal leaves it whole.
 */
export const portalConfig = (outDir: string): InlineConfig => ({
  ...common,
  plugins: [keepPlaces(), escaped(), outsideOnDemand()],
  ssr: {
    noExternal: true,
    // The first has a native library; Fastify never reaches what requires the next two; with the others, most of whose modules are
    // needed, the portal would start no sooner and take 3 MB more.
    external: ['@node-rs/argon2', 'ajv', 'ajv-formats', 'graphile-worker', 'pg', 'pino'],
  },
  define: { isBuiltPortal: 'true' },
  build: {
    outDir,
    ssr: portalEntry,
    target: 'esnext',
    copyPublicDir: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // Imports on demand are for running from the sources.
      checks: { ineffectiveDynamicImport: false },
      output: {
        entryFileNames: 'main.js',
        chunkFileNames: '[name].js',
        codeSplitting: {
          groups: [
            {
              name: (id, graph) =>
                isPortalEntry(id) || isReached(id, graph, isPortalEntry, 'statically') ? null : 'portal',
              debugName: 'portal',
            },
          ],
          includeDependenciesRecursively: false,
        },
        comments: { jsdoc: false },
      },
    },
  },
})

/** Packages that the portal imports only on demand stay outside of its file: they would be read with it, most for nothing. */
function outsideOnDemand(): Plugin {
  return {
    name: 'outside-on-demand',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^[a-z@]/ },
      handler: (id, importer, { kind }) =>
        kind === 'dynamic-import' && !importer?.includes('/node_modules/') ? { id, external: true } : undefined,
    },
  }
}

/** Builds a standalone program, with its packages. */
const alone = (entry: string, outDir: string, name: string, minify: boolean): InlineConfig => ({
  ...common,
  // Sharp needs a native library that cannot be bundled.
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

/** The recipient of a passport checks it with this, and may read the program before. */
export const verifierConfig = (outDir: string) =>
  alone('scripts/verify-passport.ts', outDir, 'verify-passport.mjs', false)

/** One file for each module of a sandbox: most are loaded by a process that handles one file and ends. */
export const sandboxConfigs = (outDir: string) =>
  sandboxModules.map(module => alone(`server/engines/${module}.ts`, outDir, '[name].js', true))

/**
 * V8 stores a module's text in two bytes for each character as soon as one of them is Chinese: escaped, the portal takes 4 MB less.
 * The bundler's own option leaves out tagged templates, whose raw text is not used here.
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

/** Modules find their SQL, texts and workers beside their source, so they must not use the bundle's location instead. */
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

/** Only the back office's own pages may load its modules. */
const backOffice = /[\\/]web[\\/]operations[\\/]/

/** Fails where files import each other in a cycle: which of them runs first is then arbitrary, and the page may never start. */
function forbidCycles(): Plugin {
  return {
    name: 'forbid-cycles',
    generateBundle(_, bundle) {
      const done = new Set<string>()
      const follow = (file: string, above: string[]) => {
        if (above.includes(file)) this.error(`these files import each other: ${[...above, file].join(' → ')}`)
        if (done.has(file)) return
        const output = bundle[file]
        for (const next of output?.type === 'chunk' ? output.imports : []) follow(next, [...above, file])
        done.add(file)
      }
      for (const file of Object.keys(bundle)) follow(file, [])
    },
  }
}

/** Fails the build if public pages load antd or the app, the console's entry antd, others the back office, or any the schemas. */
function forbidModules(): Plugin {
  return {
    name: 'keep-out',
    generateBundle(_options, bundle) {
      const reach = (file: string, late = true, seen = new Set<string>()): Set<string> => {
        const chunk = bundle[file]
        if (seen.has(file) || chunk?.type !== 'chunk') return seen
        seen.add(file)
        for (const next of [...chunk.imports, ...(late ? chunk.dynamicImports : [])]) reach(next, late, seen)
        return seen
      }
      const modulesOf = (file: string) => {
        const part = bundle[file]
        return part?.type === 'chunk' ? Object.keys(part.modules) : []
      }
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isEntry) continue
        const isPublic = isPublicEntry(chunk.facadeModuleId ?? '')
        if (isAppEntry(chunk.facadeModuleId ?? '') && !isBackOffice(chunk))
          for (const file of reach(chunk.fileName, false))
            if (modulesOf(file).some(id => frameParts.test(id)))
              this.error(`${chunk.facadeModuleId} waits for antd (in ${file}), which most of its pages do without`)
        for (const file of reach(chunk.fileName)) {
          const forbidden = modulesOf(file).find(
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

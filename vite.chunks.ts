import { join } from 'node:path'
import {
  antd,
  antdCalendar,
  antdDialogs,
  antdForm,
  antdInput,
  antdLists,
  antdMenu,
  antdMore,
  antdNeeds,
  antdNumber,
  antdProgress,
  antdRadio,
  antdSelect,
  antdTree,
  antdTreeSelect,
  folder,
  frameParts,
  rareAntd,
} from './vite.antd.ts'

const root = import.meta.dirname

/** Visitors open these pages first, possibly on a slow line, so their first paint matters. */
const publicEntries = ['web/site/islands/loader.ts']

/** Modules that reach one of these stay out of the files that all pages share: they would bring it to pages without it. */
const otherHeavy = [antdTree, antdTreeSelect, antdCalendar, antdNumber, antdRadio]
const dialogParts = [antdDialogs, antdInput, antdSelect, frameParts]
/** Parts that have antd's hints beside their fields, or bring them. */
const withMore = [antdMore, antdDialogs, antdSelect, antdTreeSelect, antdCalendar]
const heavy = [...otherHeavy, ...dialogParts]

/** Modules that call the server without React. The login is one of them, because the form at the foot of home needs no React. */
const clientParts =
  /[\\/](web[\\/](data[\\/](api|answers|transport|session|session-life|store|storage|network-errors|notice|stored-tabs|stored-reach|cipher|calls\.generated|loading|invite-code|guard|wanted-address|tabs-store|dismissed|remembered|early)|ui[\\/](toast|report-load-failure|carried-toast|theme|enter-console|sms-code[\\/](code-countdown|send-code))|site[\\/]overlay[\\/](log-in|outcome|view))\.(ts|css)|contract[\\/](rules|phone|visible)\.ts)$/
const overlayParts =
  /[\\/]web[\\/](site[\\/]overlay[\\/](?!log-in|outcome|view).+|ui[\\/](fields[\\/].+|sms-code[\\/]use-code-button\.ts))$/

/** Islands and the app need these few hundred bytes, which are not worth a request. */
const smallRules = /[\\/](web[\\/]ui[\\/]format|contract[\\/](prices|china-time))\.ts$/
/** Modules that several pages of an app share become one file: a request costs more than the kilobyte that a small file holds. */
const sharedParts = /[\\/]web[\\/](console|account|operations|ui|data)[\\/]|[\\/]contract[\\/]|@ant-design[\\/]icons/
const consoleParts = /[\\/]web[\\/]console[\\/]/
/** Few pages have these, and they are heavy: they stay with the modules that need them. */
const rareParts =
  /[\\/]web[\\/]ui[\\/](chart|file-drop|passkeys)[\\/]|[\\/]ui[\\/](terms-dialog|dayjs|china-time|times[\\/]times-fields|list[\\/]days-filter)\./

const isMoreAntd = (id: string) => antd.test(id) && !rareAntd.test(id)

interface ModuleGraph {
  getModuleInfo(id: string): { importers: string[]; dynamicImporters: string[]; importedIds: string[] } | null
}

/** Reports whether one of the entries imports the module, directly or not; the entry itself stays in its own file. */
export function isReached(
  id: string,
  graph: ModuleGraph,
  isFrom: (id: string) => boolean,
  how: 'statically' | 'at all',
) {
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

/** antd's frame imports one form context, whose other modules are tree-shaken; the back office logs in by its entry's form. */
const isOfLateForm = (id: string, graph: ModuleGraph) =>
  antdForm.test(id) &&
  !isReached(id.replace(/(?<=[\\/]node_modules[\\/]).+/, 'antd/es/form/Form.js'), graph, isAppEntry, 'statically')

/** Parts of antd that a page waits for only if it shows them immediately, and what belongs to them. */
const late = (name: string, test: RegExp, belongs = (_id: string, _graph: ModuleGraph) => false) => ({
  name: (id: string, graph: ModuleGraph) =>
    belongs(id, graph) || (test.test(id) && !isReached(id, graph, isAppEntry, 'statically')) ? name : null,
  debugName: name,
  includeDependenciesRecursively: false,
})

/** Reports whether one of our modules imports one of these parts, directly or through others of ours. */
function reaches(id: string, graph: ModuleGraph, parts: RegExp[], seen = new Set<string>()): boolean {
  if (parts.some(part => part.test(id))) return true
  if (seen.has(id) || /[\\/]node_modules[\\/]/.test(id)) return false
  seen.add(id)
  return graph.getModuleInfo(id)?.importedIds.some(imported => reaches(imported, graph, parts, seen)) ?? false
}

/** Returns the pages and dialogs that import a module, directly or not. */
function lateEntries(id: string, graph: ModuleGraph, seen = new Set<string>()): string[] {
  const info = graph.getModuleInfo(id)
  if (seen.has(id) || !info) return []
  seen.add(id)
  const above = info.importers.flatMap(importer => lateEntries(importer, graph, seen))
  return info.dynamicImporters.length > 0 ? [id, ...above] : above
}

/** Fields need these, too, and pages with fields show no hints immediately. */
const fieldNeeds = /[\\/]node_modules[\\/](@rc-component[\\/]resize-observer[\\/]|antd[\\/]es[\\/]_util[\\/]gapSize\.)/
/** Styles stay in one file: a second one is not worth a request. */
const isNeededWithMore = (id: string, graph: ModuleGraph) =>
  !id.endsWith('.css') &&
  !fieldNeeds.test(id) &&
  !isReached(id, graph, isAppEntry, 'statically') &&
  (antdMore.test(id) ||
    ((isMoreAntd(id) || isShared(id, graph)) && lateEntries(id, graph).every(entry => reaches(entry, graph, withMore))))

const isReachedFromPublicEntry = (id: string, graph: ModuleGraph) => isReached(id, graph, isPublicEntry, 'statically')
const isShared = (id: string, graph: ModuleGraph, without = heavy) =>
  sharedParts.test(id) && !reaches(id, graph, [rareParts, ...without]) && !isReached(id, graph, isPublicEntry, 'at all')
const isOfSeveralPages = (id: string, graph: ModuleGraph) =>
  !isNeededWithMore(id, graph) &&
  (isMoreAntd(id) || isShared(id, graph)) &&
  new Set(lateEntries(id, graph)).size > 1 &&
  !isOfOnePage(id, graph)

/** Modules that a page shares only with its own dialogs are in the page's file, which is loaded before the dialogs. */
function isOfOnePage(id: string, graph: ModuleGraph): boolean {
  const entries = new Set(lateEntries(id, graph))
  const isInside = (entry: string, page: string, seen = new Set<string>()): boolean => {
    if (entry === page || seen.has(entry)) return true
    seen.add(entry)
    return (graph.getModuleInfo(entry)?.dynamicImporters ?? []).every(importer => {
      const above = lateEntries(importer, graph)
      return above.length > 0 && above.every(each => isInside(each, page, seen))
    })
  }
  return [...entries].some(page => [...entries].every(entry => isInside(entry, page)))
}
/** Our pages use icons as well. */
const isAntdOnly = (id: string) => antdNeeds.test(id) || (antd.test(id) && !/@ant-design[\\/]icons/.test(id))
const isAntdCommon = (id: string, graph: ModuleGraph) =>
  isAntdOnly(id) &&
  !isReached(id, graph, isAppEntry, 'statically') &&
  ![antdTree, antdTreeSelect, antdMenu].some(part => part.test(id)) &&
  (antdNeeds.test(id) || isOfSeveralPages(id, graph))
/** The style rules of all pages of an app are some kilobytes together; a separate file for a page would be one more request. */
const isAppStyle = (id: string, graph: ModuleGraph) =>
  id.endsWith('.css') && isReached(id, graph, isAppEntry, 'at all') && !isReached(id, graph, isPublicEntry, 'at all')
export const isAppEntry = (id: string) => /[\\/]web[\\/](app|operations)\.tsx$/.test(id)
export const isPublicEntry = (id: string) => publicEntries.some(entry => id === join(root, entry).replaceAll('\\', '/'))

interface Group {
  name: string | ((id: string, graph: ModuleGraph) => string | null)
  debugName?: string
  test?: RegExp
  minShareCount?: number
  priority: number
  includeDependenciesRecursively?: boolean
}

/** The groups of browser modules that form one file each. */
export const chunkGroups: Group[] = [
  // One file beside the public entry holds everything it needs immediately, even if the app needs it too.
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
  // What every page needs of antd is a file that changes only with antd's version, what many pages need another one. What forms
  // share with fields stays with the fields.
  { ...late('antd-dialogs', antdDialogs, isOfLateForm), priority: 3 },
  { ...late('inputs', antdInput), priority: 3 },
  { ...late('antd-select', antdSelect), priority: 3 },
  { ...late('antd-lists', antdLists), priority: 3 },
  { ...late('antd-progress', antdProgress), priority: 3 },
  // antd's frame, and what its fields, lists and windows share. Pages of lists and of texts show none of it immediately.
  { ...late('antd-common', frameParts, isAntdCommon), priority: 3 },
  {
    name: (id, graph) => (isAntdOnly(id) && isReached(id, graph, isAppEntry, 'statically') ? 'antd' : null),
    debugName: 'antd',
    priority: 2,
  },
  { name: (id, graph) => (isAppStyle(id, graph) ? 'core' : null), debugName: 'core', priority: 4 },
  // Modules of the app's entry are in its own file and in no file of a page. Every page has some of the modules that several pages
  // share, so these come with the entry. Modules that public pages may load are in no file with antd.
  {
    name: (id, graph) =>
      isAppEntry(id) ||
      isReached(id, graph, isAppEntry, 'statically') ||
      (!isAntdOnly(id) && isOfSeveralPages(id, graph))
        ? 'core'
        : null,
    debugName: 'core',
    priority: 1,
  },
  // A checkbox's styles, which the tree also needs, would otherwise bring the tree to every page with a checkbox.
  { name: 'antd-tree', test: antdTree, priority: 2, includeDependenciesRecursively: false },
  { ...late('antd-tree-select', antdTreeSelect), priority: 2 },
  { ...late('antd-menu', antdMenu), priority: 2 },
  // Most lists and forms show none of these immediately: they are loaded with the parts for pages and dialogs that do.
  {
    name: (id, graph) => (isNeededWithMore(id, graph) ? 'more' : null),
    debugName: 'more',
    minShareCount: 2,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // Our forms and drawers are loaded with those of antd.
  {
    name: (id, graph) =>
      reaches(id, graph, dialogParts) &&
      !consoleParts.test(id) &&
      !isReached(id, graph, isAppEntry, 'statically') &&
      isShared(id, graph, otherHeavy)
        ? 'dialogs'
        : null,
    debugName: 'dialogs',
    minShareCount: 2,
    priority: 2,
    includeDependenciesRecursively: false,
  },
]

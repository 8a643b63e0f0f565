import { controlTab, paths, signs, tabs } from '#contract/paths.ts'
import { plainPath } from './plain-path.ts'

/** Titles of the app's pages outside the console; the console's are in its menu. */
const ownTitles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    [paths.realname('yes')]: '实名认证',
    [paths.realname('no')]: '实名认证',
    [paths.personalDetails]: '个人信息',
    [paths.test]: '网络自检',
    [paths.signIn]: '企业登录',
    [paths.control]: controlTab.label,
  }).map(([path, title]) => [plainPath(path), title]),
)

/** Returns the query's `name` if it is the label of a tab or of a panel of the overlay. */
export function labelOf(search: string): string | undefined {
  const requested = new URLSearchParams(search).get('name')
  return [...tabs, controlTab, ...Object.values(signs)].find(({ label }) => label === requested)?.label
}

interface TitleParts {
  /** The page's own name. */
  entryName?: string | undefined
  /** The name of what the page shows, which may start with the page's own name. */
  subject?: string | undefined
}

/** The query's `name` is used only if it is a known label: an address must not be able to put arbitrary text into the title. */
export function pageTitle(
  path: string,
  search: string,
  brand: string,
  { entryName, subject }: TitleParts = {},
): string {
  const own = path.startsWith('/invitation/') ? '接受邀请' : ownTitles.get(plainPath(path))
  if (entryName && subject) return [subject, ...(subject.startsWith(entryName) ? [] : [entryName]), brand].join(' - ')
  return `${labelOf(search) ?? entryName ?? own ?? '页面不存在'} - ${brand}`
}

import { controlTab, paths, tabs } from '#contract/paths.ts'

/** Titles of the app's pages outside the console; the console's are in its menu. */
const ownTitles: Record<string, string> = {
  [paths.realname('yes')]: '实名认证',
  [paths.realname('no')]: '实名认证',
  [paths.personalDetails]: '个人信息',
  [paths.test]: '网络自检',
  [paths.buySuccess]: '订单结果',
  [paths.buyFailed]: '订单结果',
  [paths.control]: controlTab.label,
}

/**
 * The query's `name` is used only if it is a known label: an address must not be able to put its own words into the
 * title.
 */
export function pageTitle(path: string, search: string, brand: string, entryName?: string): string {
  const requested = new URLSearchParams(search).get('name')
  const known = [...tabs, controlTab].find(tab => tab.label === requested)?.label
  const own = path.startsWith('/invitation/') ? '接受邀请' : ownTitles[path]
  return `${known ?? entryName ?? own ?? '没有这个页面'} - ${brand}`
}

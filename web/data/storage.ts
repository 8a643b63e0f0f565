/** All keys that the portal stores in the browser. The names are fixed: older versions and other clients read them. */
export const keys = {
  token: 'token',
  phone: 'hyl_phone',
  userInfo: 'hyl_userinfo',
  startTime: 'startTokenTime',
  role: 'hyl_user_sign',
  inviteCode: 'invite_code',
  articleIds: 'articIdList',
  articleTitles: 'articTitleList',
  manager: 'hyl_manager',
  remainDays: 'hyl_company_remain_days',
  signature: 'hyl_signature',
  networkErrors: 'hyl_network_errors',
  theme: 'hyl_theme',
  columns: 'hyl_columns',
  density: 'hyl_density',
  /** The scope of the duty, for the frame rendered before the scripts; absent for managers, who may open everything. */
  reach: 'hyl_reach',
  announcements: 'hyl_announcements',
  /** The time of the first visit; the public pages' first script reads it. */
  visited: 'hyl_visited',
  /** The product that a visitor chose before the account could buy. */
  chosen: 'hyl_chosen',
  /** The prefix of the keys of an operator's unsaved drafts. */
  writing: 'hyl_writing',
  /** Written and removed at once, to find out whether the browser stores anything. */
  probe: 'hyl_probe',
} as const

/** Kept in this browser tab only. */
export const tabKeys = {
  /** The account that the tab's other keys belong to. */
  owner: 'hyl_tab_owner',
  tabs: 'hyl_tabs',
  menu: 'hyl_current_menu',
  notice: 'hyl_notice',
  basket: 'hyl_basket',
  /** Unsent input of the console's larger forms. */
  drafts: 'hyl_drafts',
  /** The scroll positions of pages that were left. */
  places: 'hyl_places',
  /** The addresses at which the back office's pages were shown last. */
  addresses: 'hyl_addresses',
  /** The address that required a login, until the user logs in or closes the login. */
  target: 'hyl_wanted',
  /** Set once the public pages have queried the role. */
  asked: 'hyl_asked',
  /** The values that this tab needs when the user returns from the company's identity provider. */
  signIn: 'hyl_sign_in',
} as const

type Kind = 'local' | 'session'
const storageOf = (kind: Kind) => (kind === 'local' ? localStorage : sessionStorage)

// Access throws if storage is disabled or full; the portal then works without it.
export function read(key: string, kind: Kind = 'local'): string | null {
  try {
    return storageOf(kind).getItem(key)
  } catch {
    return null
  }
}

export function write(key: string, value: string, kind: Kind = 'local'): void {
  try {
    storageOf(kind).setItem(key, value)
  } catch {}
}

/** Reports whether the browser keeps what is written: not if it refuses data of sites, nor if its space is used up. */
export function keepsData(): boolean {
  write(keys.probe, '1')
  const kept = read(keys.probe) === '1'
  remove([keys.probe])
  return kept
}

export function remove(names: readonly string[], kind: Kind = 'local'): void {
  try {
    for (const name of names) storageOf(kind).removeItem(name)
  } catch {}
}

/** Returns a stored JSON value, or undefined if it is absent, broken or rejected by `valid`. */
export function readJson<Value>(
  key: string,
  valid: (value: unknown) => value is Value,
  kind: Kind = 'local',
): Value | undefined {
  try {
    const value: unknown = JSON.parse(read(key, kind) ?? 'null')
    return valid(value) ? value : undefined
  } catch {
    return undefined
  }
}

import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { leadsBackTo } from '#web/data/after-login.ts'
import { beginSession } from '#web/data/session-life.ts'

/** Leads a person who was let in back to where they wanted to go, or else to the place where they work. */
export async function enter(opened: OutputOf<'wLogin'>): Promise<void> {
  await beginSession(opened)
  location.assign(leadsBackTo() ?? (opened.user_info.is_company_manager ? paths.company : paths.personalDetails))
}

import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { session } from '#web/data/session.ts'

/** Leads a person who was let in to the place where they work. */
export function enter(opened: OutputOf<'wLogin'>): void {
  session.open(opened)
  location.assign(opened.user_info.is_company_manager ? paths.company : paths.personalDetails)
}

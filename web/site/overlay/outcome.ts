import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'

export interface Outcome {
  close: boolean
  to: string | undefined
}

/** The page after a login, by `user_status`: verified, submitted but not approved, nothing submitted. */
export function loginOutcome(status: OutputOf<'wLogin'>['user_status'] | number): Outcome {
  switch (status) {
    case 1:
      return { close: true, to: paths.home }
    case -2:
      return { close: true, to: paths.realname('no') }
    case -1:
      return { close: false, to: paths.realname('yes') }
    default:
      return { close: false, to: undefined }
  }
}

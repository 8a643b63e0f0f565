import type { HealthState } from '#contract/operations/health-names.ts'
import { type HealthResult, worst } from './health-check.ts'

/** A check's result for one of the objects that it measures; the subject is empty if it measures a single one. */
export interface SubjectResult extends HealthResult {
  subject: string
}

/**
 * Splits a check's result, so that one gateway's problem does not hide another's, and each recovery is reported separately. A
 * subject with an alert that is no longer measured, such as a forgotten replica, counts as good; if nothing could be measured, its
 * state is unknown.
 */
export function bySubject(result: HealthResult, remembered: readonly string[]): SubjectResult[] {
  const { measured, state } = result
  const subjects = measured.length ? [...new Set(measured.map(({ subject = '' }) => subject))] : ['']
  const found = subjects.map(subject => {
    const own = measured.filter(each => (each.subject ?? '') === subject)
    return { ...result, subject, measured: own, state: own.length ? worst(own.map(each => each.state)) : state }
  })
  const vanished = remembered.filter(subject => !subjects.includes(subject))
  const stateOfVanished: HealthState = measured.length ? 'good' : state === 'bad' ? 'unknown' : state
  return [...found, ...vanished.map(subject => ({ ...result, subject, measured: [], state: stateOfVanished }))]
}

import type { HealthState } from '#contract/operations/health-names.ts'
import { type HealthResult, worst } from './health-check.ts'

/** The findings of a check about one of the things that it measures; the subject is empty where it measures one thing alone. */
export interface SubjectResult extends HealthResult {
  subject: string
}

/**
 * Splits the findings of a check, so that the trouble of one gateway hides no other's, and each is told as mended by itself. A subject
 * that was told and is no longer among those that were measured, such as a replica that was forgotten, is well; where nothing could be
 * measured, nothing is known of it.
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

import { always, effectiveTimes, type GrantTimes } from '#contract/access-times.ts'

/** A group through which a person may use lines, with the times at which it is open to the person. */
export interface Granted {
  groupId: string
  times: GrantTimes
}

const parsed = (grant: string): Granted => {
  const [groupId = '', until, hours] = grant.split('|')
  if (until === undefined && hours === undefined) return { groupId, times: always }
  return { groupId, times: { until: until ? new Date(Number(until)).toISOString() : null, hours: hours || null } }
}

/** Parses the text that `grantedGroups` builds. */
export const grantsIn = (text: string): Granted[] => (text ? text.split(',').map(parsed) : [])

/** Encodes the times of several ways to one line as a text, which is empty when the line may be used at any time. */
export const timesKey = (ways: readonly GrantTimes[]): string =>
  ways.some(({ until, hours }) => !until && !hours)
    ? ''
    : effectiveTimes(ways)
        .map(({ until, hours }) => `${until ?? ''}|${hours ?? ''}`)
        .sort()
        .join(',')

/** Decodes the text of `timesKey`. */
export const timesIn = (key: string): GrantTimes[] =>
  key
    ? key.split(',').map(each => {
        const [until, hours] = each.split('|')
        return { until: until || null, hours: hours || null }
      })
    : []

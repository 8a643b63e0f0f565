import type { OutputOf } from '#contract/index.ts'
import { renderLine } from '#server/engines/markdown/markdown.ts'
import type { Services } from '#server/engines/services.ts'
import { listUpcoming, type Upcoming } from './announcements.sql.ts'

type Place = 'site' | 'console'

/** The announcements to show, and the instant in milliseconds until which the list is valid. */
export interface Shown extends OutputOf<'getAnnouncementList'> {
  until: number | undefined
}

/** Returns the announcements of a place at `now`, and the instant at which the next begins or ends. It is a pure function. */
export function shownAt(upcoming: Upcoming[], place: Place, now: number): Shown {
  const relevant = upcoming.filter(each => each.place === place || each.place === 'both')
  const isPast = (at: string) => Date.parse(at) <= now
  const turns = relevant
    .flatMap(({ starts_at, ends_at }) => [Date.parse(starts_at), ends_at ? Date.parse(ends_at) : 0])
    .filter(turn => turn > now)
  return {
    list: relevant
      .filter(({ starts_at, ends_at }) => isPast(starts_at) && !(ends_at && isPast(ends_at)))
      .map(({ announcement_id, title, text, level, ends_at }) => ({
        announcement_id,
        title,
        html: renderLine(text),
        level,
        ends_at,
      })),
    until: turns.length ? Math.min(...turns) : undefined,
  }
}

export interface Announcements {
  at(place: Place): Promise<Shown>
}

/**
 * Serves the announcements to all pages and the console: they are read once and cached until the database notifies of a change.
 * They begin and end by the clock, without another read.
 */
export function announcements({ system, listener }: Pick<Services, 'system' | 'listener'>): Announcements {
  let kept: Promise<Upcoming[]> | undefined
  let heard = false
  const drop = () => {
    kept = undefined
  }
  // Nothing is cached before notifications arrive.
  void listener.on('site', drop).then(() => {
    drop()
    heard = true
  })
  return {
    async at(place) {
      const reading = kept ?? listUpcoming(system)
      if (heard && !kept) {
        kept = reading
        reading.catch(() => {
          if (kept === reading) drop()
        })
      }
      return shownAt(await reading, place, Date.now())
    },
  }
}

declare module '#server/engines/services.ts' {
  interface Services {
    /** The announcements that pages and the console show at their top. */
    announcements: Announcements
  }
}

import type { Database } from '#server/database/database.ts'

/** The consequences of an event, each counted under a name of its own. */
type Consequences = Record<string, number>

type Subscriber<Payload> = (transaction: Database, payload: Payload) => Promise<Consequences> | Promise<void>

/**
 * Something that happened in a module and that higher modules may have to act on. The lower module publishes and the
 * higher one subscribes, so that neither imports the other the wrong way round.
 */
export interface DomainEvent<Payload> {
  subscribe(subscriber: Subscriber<Payload>): void
  /**
   * Runs every subscriber within the publisher's transaction, in the order of their subscription. If one of them
   * refuses, the whole is refused. Returns the sums of what they changed.
   */
  publish(transaction: Database, payload: Payload): Promise<Consequences>
}

export function domainEvent<Payload>(): DomainEvent<Payload> {
  const subscribers: Subscriber<Payload>[] = []
  return {
    subscribe(subscriber) {
      subscribers.push(subscriber)
    },
    async publish(transaction, payload) {
      const consequences: Consequences = {}
      for (const subscriber of subscribers)
        for (const [name, count] of Object.entries((await subscriber(transaction, payload)) ?? {}))
          consequences[name] = (consequences[name] ?? 0) + count
      return consequences
    },
  }
}

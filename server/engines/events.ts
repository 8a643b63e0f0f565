import type { Database } from '#server/database/database.ts'

/** The consequences of an event, each counted under its own name. */
type Consequences = Record<string, number>

type Subscriber<Payload> = (transaction: Database, payload: Payload) => Promise<Consequences> | Promise<void>

/**
 * An event in a module that higher modules may have to react to. The lower module publishes and the higher one subscribes, so that
 * no lower module imports a higher one.
 */
export interface DomainEvent<Payload> {
  subscribe(subscriber: Subscriber<Payload>): void
  /**
   * Runs every subscriber within the publisher's transaction, in the order of subscription. A refusal by one of them refuses the
   * whole change. Returns the sums of their consequences.
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

import { type ContactPerson, type Contacts, PersonTrouble } from '#server/integrations/contacts/contacts.ts'

/** Concurrent requests, as many as every provider allows. */
const atOnce = 5

interface Found {
  people: ContactPerson[]
  gone: string[]
  /** The provider would not say whether a person exists. */
  unknown: boolean
  /** The people about whom the provider's answer was not understood, with the reason; they stay as they are. */
  troubled: Map<string, string>
  /** The people who were not queried because the time was over. */
  left: string[]
}

/**
 * Queries each of these people, until a time of `performance.now()`. An odd answer about one of them does not keep the others from
 * being read.
 */
export async function findPeople(
  contacts: Contacts,
  ids: readonly string[],
  until = Number.POSITIVE_INFINITY,
): Promise<Found> {
  const left = [...ids]
  const found: Found = { people: [], gone: [], unknown: false, troubled: new Map(), left }
  const next = () => (performance.now() < until ? left.shift() : undefined)
  const ask = async () => {
    for (let id = next(); id !== undefined; id = next())
      try {
        const answer = await contacts.findPerson(id)
        if (answer === 'gone') found.gone.push(id)
        else if (answer === 'unknown') found.unknown = true
        else found.people.push(answer)
      } catch (error) {
        if (!(error instanceof PersonTrouble)) throw error
        found.troubled.set(id, error.message)
      }
  }
  await Promise.all(Array.from({ length: atOnce }, ask))
  return found
}

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
}

/** Queries each of these people. An odd answer about one of them does not keep the others from being read. */
export async function findPeople(contacts: Contacts, ids: readonly string[]): Promise<Found> {
  const found: Found = { people: [], gone: [], unknown: false, troubled: new Map() }
  const left = [...ids]
  const ask = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift())
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

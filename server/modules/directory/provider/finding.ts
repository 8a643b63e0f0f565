import { type ContactPerson, type Contacts, PersonTrouble } from '#server/integrations/contacts/contacts.ts'

/** Questions at a time, which every provider allows. */
const atOnce = 5

interface Found {
  people: ContactPerson[]
  gone: string[]
  /** The provider would not say whether somebody is there. */
  unknown: boolean
  /** The people about whom the provider has answered nothing that is understood, and why; they stay as they are. */
  troubled: Map<string, string>
}

/** Asks about each of these people. One about whom the provider answers oddly keeps nobody else from being read. */
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

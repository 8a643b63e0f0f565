import type { Limit } from '#server/database/limits.ts'

const day = 86_400
const hour = 3_600

/** A limit with the name of its count. Kinds that name the same one are counted together. */
interface NamedLimit extends Limit {
  counter: string
}

/** What strangers may have sent of a phone's messages of the day: whoever cannot be told from one is a stranger. */
interface StrangersShare {
  /** After so many each further one takes a proof of work. */
  free: number
  /** The rest is for the browsers and clients of the phone's own account. */
  most: number
}

interface KindLimits {
  /** The limit for a phone a day, no matter who has it sent. `wait` is the seconds from one message to the next. */
  person: NamedLimit & { wait?: number; strangers?: StrangersShare }
  /**
   * The limit for the company on whose behalf it is sent. Null: the person's limit bounds it, or it is sent on
   * nobody's behalf.
   */
  company: NamedLimit | null
  /**
   * The limit for the address, or the IPv6 /64, that asks. Each request counts, also a refused one. Null: only
   * somebody signed in can ask.
   */
  address: NamedLimit | null
  /** The limit for the /24 or /64 that asks. Null: the address does not tell who has it sent. */
  network: NamedLimit | null
  /**
   * Set if it needs a proof of work once the site has sent more than SMS_PROOF_AFTER of its counter in an hour, or the network a
   * tenth of that (proof-price.ts).
   */
  proof: { counter: string } | null
  /**
   * The share of SMS_DAILY_LIMIT that the kind may use. People wait for codes, so the other kinds leave half of the day to codes.
   */
  site: 'all' | 'half'
}

const tenADay = { max: 10, seconds: day, wait: 60 }
/**
 * Ten codes a day and one a minute, whatever the codes are for that anybody can have sent to the phone. Strangers must not use up what
 * its holder needs to get in (decision 0081).
 */
const codesOfPhone = { ...tenADay, counter: 'code', strangers: { free: 5, most: 8 } }
/** As many for what only the phone's own manager can have sent: strangers must not keep a manager from the console's acts. */
const codesOfManager = { ...tenADay, counter: 'manager_code' }

// This is enough for a customer who invites some hundred employees on the first day, and little enough that no single
// company uses up what the site has for all of them.
const invitationsOfCompany = { counter: 'invitation', max: 500, seconds: day }

// Mobile carriers put thousands of subscribers behind the addresses of one /24, so a whole network gets ten times as
// many codes as one address. Invitations come from offices, so a network may send as many as two companies.
const codesOfNetwork = { counter: 'code', max: 300, seconds: hour }
const invitationsOfNetwork = { counter: 'invitation', max: 1_000, seconds: day }

/** The notice of being added to a company. Somebody who is removed and added again gets no more of them. */
const addedOfPhone = { counter: 'added', max: 4, seconds: day }

const invitationKind = {
  person: addedOfPhone,
  company: invitationsOfCompany,
  address: null,
  network: invitationsOfNetwork,
  proof: null,
  site: 'half',
} as const satisfies KindLimits

/** The limits of each kind of message. Nothing is sent that is not listed here. */
export const messageKinds = {
  /** Verification codes of strangers. */
  code: {
    person: codesOfPhone,
    company: null,
    address: { counter: 'code', max: 30, seconds: hour },
    network: codesOfNetwork,
    proof: { counter: 'code' },
    site: 'all',
  },
  /** Codes of signed-in managers for changes to devices. */
  manager_code: { person: codesOfManager, company: null, address: null, network: null, proof: null, site: 'all' },
  /** The link by which a person who was added joins. */
  invitation: invitationKind,
  /** The invitation once more, on demand. */
  reminder: { ...invitationKind, person: { counter: 'reminder', max: 3, seconds: day } },
  /** Notices of the bell, for those who want them by short message. */
  notice: {
    person: { counter: 'notice', max: 10, seconds: day },
    company: null,
    address: null,
    network: null,
    proof: null,
    site: 'half',
  },
} as const satisfies Record<string, KindLimits>

export type MessageKind = keyof typeof messageKinds
/** Somebody waits for the message, so one that exceeds a limit is refused. */
export type AwaitedKind = 'code' | 'manager_code'
/** Nobody waits for the message, so one that exceeds a limit is left out. */
export type UnawaitedKind = Exclude<MessageKind, AwaitedKind>

export const limitsOf = (kind: MessageKind): KindLimits => messageKinds[kind]

/** The keys that a message is counted by, apart from the phone it goes to. */
export interface MessageBudget<Kind extends MessageKind = MessageKind> {
  kind: Kind
  /** The company on whose behalf it is sent; null for the portal's own. */
  companyId: string | null
  /** The address that has it sent; null when a job sends it. */
  ip: string | null
}

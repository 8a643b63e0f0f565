import type { Limit } from '#server/database/limits.ts'

const day = 86_400
const hour = 3_600

/** A limit with the name of its count. Kinds that name the same one are counted together. */
interface NamedLimit extends Limit {
  counter: string
}

/** The share of a phone's daily messages that strangers may request: anybody not known to be the phone's holder is a stranger. */
interface StrangersShare {
  /** The number after which each further message requires a proof of work. */
  free: number
  /** The strangers' limit; the rest is reserved for browsers and clients of the phone's own account. */
  most: number
}

interface KindLimits {
  /** The daily limit of a phone, regardless of the sender. `wait` is the seconds between two messages. */
  person: NamedLimit & { wait?: number; strangers?: StrangersShare }
  /** The limit of the company on whose behalf it is sent. Null: the person's limit applies, or it is sent on nobody's behalf. */
  company: NamedLimit | null
  /**
   * The limit of the requesting address, or IPv6 /64. Each request counts, even a refused one. Null: only signed-in people can
   * request it.
   */
  address: NamedLimit | null
  /** The limit of the requesting /24 or /64. Null: the address does not identify the sender. */
  network: NamedLimit | null
  /**
   * Set if a proof of work is required once the site has sent more than SMS_PROOF_AFTER of its counter in an hour, or the network a
   * tenth of that (proof-price.ts).
   */
  proof: { counter: string } | null
  /**
   * The share of SMS_DAILY_LIMIT that the kind may use. People wait for codes, so other kinds leave them half of the day's limit.
   */
  site: 'all' | 'half'
}

const tenADay = { max: 10, seconds: day, wait: 60 }
/**
 * Ten codes a day and one a minute, for all purposes for which anybody can request one for the phone. Strangers must not use up
 * what its holder needs to log in (decision 0081).
 */
const codesOfPhone = { ...tenADay, counter: 'code', strangers: { free: 5, most: 8 } }
/** The same number of codes that only the phone's own manager can request: strangers must not lock a manager out of the console. */
const codesOfManager = { ...tenADay, counter: 'manager_code' }

// Enough for a customer who invites some hundred employees on the first day, and little enough that no single company uses up the
// site's limit.
const invitationsOfCompany = { counter: 'invitation', max: 500, seconds: day }

// Mobile carriers put thousands of subscribers behind the addresses of one /24, so a whole network gets ten times as
// many codes as one address. Invitations come from offices, so a network may send as many as two companies.
const codesOfNetwork = { counter: 'code', max: 300, seconds: hour }
const invitationsOfNetwork = { counter: 'invitation', max: 1_000, seconds: day }

/** The notice of being added to a company. A person who is repeatedly removed and added gets no more of them. */
const addedOfPhone = { counter: 'added', max: 4, seconds: day }

const invitationKind = {
  person: addedOfPhone,
  company: invitationsOfCompany,
  address: null,
  network: invitationsOfNetwork,
  proof: null,
  site: 'half',
} as const satisfies KindLimits

/** The limits of each kind of message. Kinds not listed here cannot be sent. */
export const messageKinds = {
  /** Verification codes for strangers. */
  code: {
    person: codesOfPhone,
    company: null,
    address: { counter: 'code', max: 30, seconds: hour },
    network: codesOfNetwork,
    proof: { counter: 'code' },
    site: 'all',
  },
  /** Codes for signed-in managers who change devices. */
  manager_code: { person: codesOfManager, company: null, address: null, network: null, proof: null, site: 'all' },
  /** The link by which an added person joins. */
  invitation: invitationKind,
  /** The invitation again, on demand. */
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
/** Kinds that a person is waiting for: a message that exceeds a limit is refused. */
export type AwaitedKind = 'code' | 'manager_code'
/** Kinds that nobody is waiting for: a message that exceeds a limit is left out. */
export type UnawaitedKind = Exclude<MessageKind, AwaitedKind>

export const limitsOf = (kind: MessageKind): KindLimits => messageKinds[kind]

/** The keys that a message is counted by, apart from its phone. */
export interface MessageBudget<Kind extends MessageKind = MessageKind> {
  kind: Kind
  /** The company on whose behalf it is sent; null for the portal's own. */
  companyId: string | null
  /** The requesting address; null if a job sends it. */
  ip: string | null
}

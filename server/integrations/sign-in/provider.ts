import type { SignInKind } from '#contract/sign-in-names.ts'

/** The settings by which a company's people are known at its identity provider. */
export interface ProviderSettings {
  kind: SignInKind
  /** The issuer of OpenID Connect, and the id of the company at the others. */
  issuer: string
  clientId: string
  secret: string
}

/** One way to the provider and back. All of it is derived from what the browser keeps, so that nothing of it is stored. */
export interface Way {
  state: string
  nonce: string
  /** The code verifier of PKCE (RFC 7636). */
  verifier: string
  /** The address that the provider sends the browser back to. */
  callback: string
}

/** The person whom the provider has let in. */
export interface Identity {
  /** The provider's own id of the person. 企业微信 can give that of a deleted person to another. */
  subject: string
  name: string
  /** The mail address that the provider has verified; null where it tells none. */
  mail: string | null
}

/** The environment of the browser: inside 企业微信, people are let in without scanning. */
export interface Browser {
  isInside: boolean
}

export interface Outside {
  /** True in tests alone. */
  allowPrivate: boolean
  /** The addresses of 企业微信, 钉钉 and 飞书. */
  bases: Record<
    'wecom' | 'wecomLogin' | 'wecomInside' | 'dingtalk' | 'dingtalkLogin' | 'feishu' | 'feishuLogin',
    string
  >
}

export interface SignInProvider {
  /** Returns the address of the provider's own login. */
  begin(way: Way, browser: Browser): Promise<string>
  /** Returns who came back with these parameters. Throws SignInRefused or ProviderTrouble. */
  complete(way: Way, parameters: Readonly<Record<string, string>>): Promise<Identity>
}

/** The provider did not let the person in, or its answer is not what it must be. The message is for people. */
export class SignInRefused extends Error {}

/** The provider can't be reached or does not know us. The message is for people, and holds no secret. */
export class ProviderTrouble extends Error {}

/** The part of oidc-provider that the tests use; it brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  export default class Provider {
    constructor(issuer: string, configuration: object)
    Grant: new (fields: {
      clientId: string
      accountId: string
    }) => {
      addOIDCScope(scope: string): void
      save(): Promise<string>
    }
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}

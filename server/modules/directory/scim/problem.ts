/** A refusal in SCIM's format (RFC 7644, section 3.12). */
export class ScimProblem extends Error {
  readonly status: number
  readonly scimType: string | undefined
  constructor(status: number, detail: string, scimType?: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

export const problemBody = ({ status, scimType, message }: ScimProblem) => ({
  schemas: [errorSchema],
  status: String(status),
  ...(scimType && { scimType }),
  detail: message,
})

/** The fields of a form that shows a phone only masked, beside an empty field: left empty, the phone stays as it is. */
export const withoutMasked = <Seen extends { contact_phone?: unknown }>(seen: Seen) =>
  seen.contact_phone === undefined ? seen : { ...seen, contact_phone: '' }

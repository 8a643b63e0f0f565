import { idlePart } from '#web/ui/lazy-part.tsx'

/** The quantity of a line, which appears only after a choice: the offers do not wait for its scripts. */
export const LateQuantity = idlePart(async () => (await import('./quantity-field.tsx')).QuantityField)

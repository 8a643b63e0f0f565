import type { ComponentProps } from 'react'
import { LinkButton } from '#web/ui/link-button.tsx'
import { lastAddressOf } from './last-addresses.ts'

/** Leads back to a page as it was left: with its filters and order, at the same position. */
export const BackButton = ({ to, ...button }: ComponentProps<typeof LinkButton>) => (
  <LinkButton {...button} to={lastAddressOf(to)} />
)

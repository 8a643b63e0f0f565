import { useHref, useLinkClickHandler } from 'react-router'
import { useReach } from '#web/data/reach.ts'
import { Button, type ButtonProps } from './button.tsx'

/** A router link that looks like a button; hidden if it leads to a console page outside the user's duty. */
export function LinkButton({ to, ...button }: { to: string } & Omit<ButtonProps, 'href' | 'onClick'>) {
  const { reaches } = useReach()
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLElement>(to)
  // It is an anchor when given an href, but the event's type names any element.
  if (!reaches(to)) return null
  return <Button {...button} href={href} onClick={event => follow(event as React.MouseEvent<HTMLAnchorElement>)} />
}

import { ArrowLeftOutlined } from '@ant-design/icons'
import type { ComponentProps } from 'react'
import { addressOfTab } from '#web/data/tabs-store.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

/** Leads back to a page in the state in which this tab left it. */
export const BackButton = ({ to, ...button }: ComponentProps<typeof LinkButton>) => (
  <LinkButton look="link" icon={<ArrowLeftOutlined />} {...button} to={addressOfTab(to)} />
)

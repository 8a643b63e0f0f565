import { type ComponentType, createContext, type ReactNode, use } from 'react'

type Frame = ComponentType<{ children: ReactNode }>

let frame: Frame | undefined
/** Parts that come from now on may be made of antd. */
export const provideFrame = (antd: Frame | undefined): void => {
  frame = antd
}

/** True inside of antd's frame. */
export const Framed = createContext(false)

// biome-ignore lint/suspicious/noExplicitAny: a part is kept with what it became, whatever its props are
const known = new WeakMap<ComponentType<any>, ComponentType<any>>()

/**
 * Returns a part that has just come, in antd's frame if that has come, too: with it or before it. The frame is a fifth of what a page
 * loads first, and lists have nothing of antd. The same part always becomes the same.
 */
export function framed<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  const made: ComponentType<Props> = known.get(Part) ?? (frame ? within(frame, Part) : Part)
  known.set(Part, made)
  return made
}

const within = <Props extends object>(Frame: Frame, Part: ComponentType<Props>) =>
  function FramedPart(props: Props) {
    return use(Framed) ? (
      <Part {...props} />
    ) : (
      <Frame>
        <Part {...props} />
      </Frame>
    )
  }

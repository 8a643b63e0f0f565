import './sentence.css'

const moment = /(\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?)/

/** A sentence each of whose dates stays on one line. */
export const Sentence = ({ text }: { text: string }) =>
  text.split(moment).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a date is nothing but its place in the sentence
      <span key={index} className="unbroken">
        {part}
      </span>
    ),
  )

import { EyeOff } from 'lucide-react';
import { Fragment } from 'react';
import { Icon } from '../../client/Icon';

/** A line of a list: a text, or the cells of a row, each with its title. */
export interface LineProps {
  readonly key: string;
  /** Begins the line of a row that its workbook hides; otherwise ''. */
  readonly hiddenTag: string;
  readonly cells: readonly (readonly LineText[])[];
}

export interface LineText {
  readonly key: string;
  readonly text: string;
  /** Whether it is the address or the name of the person, or what the search has found. */
  readonly isMarked: boolean;
  readonly isFound: boolean;
  /** Whether the line may break before it, because a separator without a space is there. */
  readonly canBreak: boolean;
}

/** The lines of a list in which somebody is. A cell stays together with its title. */
export function Lines({ lines }: { readonly lines: readonly LineProps[] }) {
  return lines.map(({ key, hiddenTag, cells }) => (
    <p key={key}>
      {hiddenTag === '' ? null : (
        <span className="tag">
          <Icon shape={EyeOff} size={16} />
          {hiddenTag}
        </span>
      )}{' '}
      {cells.flatMap((texts, cell) => [
        cell === 0 ? '' : ' ',
        <span key={texts[0]?.key}>
          {texts.map(({ key: start, text, isMarked, isFound, canBreak }) => (
            <Fragment key={start}>
              {canBreak ? <wbr /> : null}
              {isMarked ? <mark className={isFound ? 'found' : undefined}>{text}</mark> : text}
            </Fragment>
          ))}
          {cell < cells.length - 1 ? ' ·' : ''}
        </span>,
      ])}
    </p>
  ));
}

/** What is said of somebody whose account has been deleted: the server has one name for all of them. */

import { t } from "../languages/account";

const FORMER = "a former player";

/** A person's name in the reader's language: their own, or that there was somebody. */
export const personName = (name: string): string => (name === FORMER ? t("former") : name);
export const isFormer = (name: string): boolean => name === FORMER;

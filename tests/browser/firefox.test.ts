import { browse } from '../support/browsers/browse';

browse('firefox');
